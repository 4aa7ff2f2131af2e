#!/usr/bin/env bash
# Four real authorization servers, started on loopback, and the clients of OmamoriAuth (only with --only interop)
# needs: build
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"

need swift
need python3
servers=(glewlwyd canaille django-oauth-toolkit lemonldap)
state="$CHECK_STATE/interop/run"
report="$CHECK_STATE/interop.xml"

declare -A starting=() # SERVER: the process that starts it

# A server is in a session of its own, so an interruption of this stage does not reach it by itself.
stop_servers() {
  local name stopping=()
  if ((${#starting[@]} > 0)); then kill -TERM "${starting[@]}" 2>/dev/null || true; fi
  wait "${starting[@]}" || true
  for name in "${servers[@]}"; do
    Tools/interop/interop stop "$name" "$state" &
    stopping+=($!)
  done
  wait "${stopping[@]}" || true
}

start_servers() {
  local name
  for name in "${servers[@]}"; do
    Tools/interop/interop start "$name" "$state" >"$CHECK_STATE/logs/interop-$name.log" 2>&1 &
    starting[$name]=$!
  done
  for name in "${servers[@]}"; do
    if wait "${starting[$name]}"; then
      pass "$name starts unattended"
    else
      cat "$CHECK_STATE/logs/interop-$name.log"
      fail "$name starts unattended"
    fi
    unset "starting[$name]"
  done
}

if ! quietly interop-prepare bash Tools/interop/prepare.sh; then
  unavailable "the servers could not be fetched"
  exit 0
fi

trap stop_servers EXIT
trap 'exit 130' INT TERM HUP
stop_servers # of a run that was killed
rm -rf "$state" "$report"
mkdir -p "$state"
status=0
quietly interop-build swift build "${build_flags[@]}" --build-tests || status=$?
if ((status != 0)); then
  fail "the tests build"
  exit 0
fi

start_servers
export OMAMORI_INTEROP="$state"
quietly interop swift test "${build_flags[@]}" --skip-build --disable-xctest --no-parallel --xunit-output "$report" \
  --filter 'InteropTests' || status=$?
if [[ ! -f $report ]]; then
  fail "the test run wrote no report (exit code $status)"
  exit 0
fi
read -r passed failed skipped < <(python3 Tools/check/lib/xunit.py "$report")
if ((passed > 0)); then pass "tests with real servers" "$passed"; fi
if ((failed > 0)); then fail "tests with real servers; the output above names them" "$failed"; fi
if ((skipped > 0)); then fail "tests with real servers were skipped" "$skipped"; fi
if ((passed + failed == 0)); then fail "no test with a real server ran"; fi
if ((status != 0 && failed == 0)); then fail "the test run ended with exit code $status"; fi
