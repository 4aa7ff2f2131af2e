#!/usr/bin/env bash
# The concurrent suites (Tools/check/concurrent-suites.txt) run free of data races under ThreadSanitizer
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"
# shellcheck source=lib/tsan.sh
source Tools/check/lib/tsan.sh

need swift
need python3

# listed MARK: the suites of the list that have this mark. Of a known change, only those that it can reach.
listed() {
  local suite
  awk -v mark="$1" '!/^ *(#|$)/ && $2 == mark { print $1 }' Tools/check/concurrent-suites.txt | while read -r suite; do
    if [[ ! -f $CHECK_STATE/changed ]] || grep -rqE "(struct|class|actor|enum) $suite\b" "${folders[@]}"; then
      echo "$suite"
    fi
  done
}

need_reached Tests/*Tests
names=$(reached Tests/*Tests)
mapfile -t folders <<<"$names"
mapfile -t together < <(listed "")
mapfile -t alone < <(listed alone)
# Suites of modules that no other suite needs are compiled where they are asked for.
if [[ -n ${OMAMORI_DEEP:-} || -f $CHECK_STATE/changed ]]; then
  mapfile -t -O "${#alone[@]}" alone < <(listed deep)
fi
suites=("${together[@]}" "${alone[@]}")
if ((${#suites[@]} == 0)); then
  skip "the change can reach no suite that runs under ThreadSanitizer"
  exit 0
fi
reports=()
logs=()
rm -f "$CHECK_STATE"/tsan*.xml
export TSAN_OPTIONS="suppressions='$root/Tools/check/false-races.txt'"

# run_suites NAME ARGUMENT… -- SUITE…: runs these suites, if there are any.
run_suites() {
  local name=$1 arguments=()
  shift
  while [[ $1 != -- ]]; do
    arguments+=("$1")
    shift
  done
  shift
  (($# > 0)) || return 0
  reports+=("$CHECK_STATE/$name.xml")
  logs+=("$CHECK_STATE/logs/$name.log")
  quietly "$name" swift test "${whole_modules[@]}" --package-path "$tsan_package" --scratch-path .build/tsan \
    --disable-xctest --sanitize=thread --xunit-output "$CHECK_STATE/$name.xml" \
    --filter "[./]($(IFS='|' && echo "$*"))/" "${arguments[@]}"
}

write_tsan_package "${suites[@]}"
status=0
run_suites tsan -- "${together[@]}" || status=$?
run_suites tsan-alone --no-parallel -- "${alone[@]}" || status=$?

for suite in "${suites[@]}"; do
  if ! grep -qE "classname=\"([^\"]*\.)?$suite(\.|\")" "${reports[@]}" 2>/dev/null; then fail "no test of $suite ran"; fi
done
if ls "${reports[@]}" >/dev/null 2>&1; then
  read -r passed failed skipped < <(python3 Tools/check/lib/xunit.py "${reports[@]}")
  if ((passed > 0)); then pass "tests under ThreadSanitizer" "$passed"; fi
  if ((failed > 0)); then fail "tests under ThreadSanitizer" "$failed"; fi
  if ((skipped > 0)); then skip "tests under ThreadSanitizer" "$skipped"; fi
fi
if grep -q 'WARNING: ThreadSanitizer' "${logs[@]}"; then
  if ((status == 0)); then cat "${logs[@]}"; fi
  fail "ThreadSanitizer found a data race"
elif ((status != 0)); then
  fail "the run under ThreadSanitizer ended with exit code $status"
fi
