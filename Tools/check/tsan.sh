#!/usr/bin/env bash
# The concurrent suites (Tools/check/concurrent-suites.txt) run free of data races under ThreadSanitizer
# needs: build
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"
# shellcheck source=lib/tsan.sh
source Tools/check/lib/tsan.sh

need swift
need python3
rows='^ *[A-Za-z]+ *$'
if [[ -n ${OMAMORI_DEEP:-} ]]; then rows='^ *[A-Za-z]+( +deep)? *$'; fi
mapfile -t suites < <(grep -E "$rows" Tools/check/concurrent-suites.txt | awk '{ print $1 }')
if ((${#suites[@]} == 0)); then
  skip "Tools/check/concurrent-suites.txt names no suite"
  exit 0
fi

report="$CHECK_STATE/tsan.xml"
filters=()
for suite in "${suites[@]}"; do filters+=(--filter "[./]$suite/"); done
rm -f "$report"
write_tsan_package "${suites[@]}"
status=0
quietly tsan swift test --package-path "$tsan_package" --scratch-path .build/tsan --disable-xctest --sanitize=thread \
  --xunit-output "$report" "${filters[@]}" || status=$?

for suite in "${suites[@]}"; do
  if ! grep -qE "classname=\"([^\"]*\.)?$suite(\.|\")" "$report" 2>/dev/null; then fail "no test of $suite ran"; fi
done
if [[ -f $report ]]; then
  read -r passed failed skipped < <(python3 Tools/check/lib/xunit.py "$report")
  if ((passed > 0)); then pass "tests under ThreadSanitizer" "$passed"; fi
  if ((failed > 0)); then fail "tests under ThreadSanitizer" "$failed"; fi
  if ((skipped > 0)); then skip "tests under ThreadSanitizer" "$skipped"; fi
fi
if grep -q 'WARNING: ThreadSanitizer' "$CHECK_STATE/logs/tsan.log"; then
  if ((status == 0)); then cat "$CHECK_STATE/logs/tsan.log"; fi
  fail "ThreadSanitizer found a data race"
elif ((status != 0)); then
  fail "the run under ThreadSanitizer ended with exit code $status"
fi
