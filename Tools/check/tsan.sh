#!/usr/bin/env bash
# The concurrent suites (Tools/check/concurrent-suites.txt) run free of data races under ThreadSanitizer
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"
# shellcheck source=lib/tsan.sh
source Tools/check/lib/tsan.sh

need swift
need python3
mapfile -t together < <(awk '!/^ *(#|$)/ && $2 == "" { print $1 }' Tools/check/concurrent-suites.txt)
mapfile -t alone < <(awk '!/^ *(#|$)/ && $2 == "alone" { print $1 }' Tools/check/concurrent-suites.txt)
if [[ -n ${OMAMORI_DEEP:-} ]]; then
  mapfile -t -O "${#alone[@]}" alone < <(awk '!/^ *(#|$)/ && $2 == "deep" { print $1 }' Tools/check/concurrent-suites.txt)
fi
suites=("${together[@]}" "${alone[@]}")
report="$CHECK_STATE/tsan.xml"
alone_report="$CHECK_STATE/tsan-alone.xml"
rm -f "$report" "$alone_report"
export TSAN_OPTIONS="suppressions='$root/Tools/check/false-races.txt'"

# run_suites LOG REPORT PATTERN ARGUMENT…: runs the suites whose names the pattern has, `A|B`.
run_suites() {
  quietly "$1" swift test "${whole_modules[@]}" --package-path "$tsan_package" --scratch-path .build/tsan --disable-xctest \
    --sanitize=thread --xunit-output "$2" --filter "[./]($3)/" "${@:4}"
}

write_tsan_package "${suites[@]}"
status=0
run_suites tsan "$report" "$(IFS='|' && echo "${together[*]}")" || status=$?
run_suites tsan-alone "$alone_report" "$(IFS='|' && echo "${alone[*]}")" --skip-build --no-parallel || status=$?

for suite in "${suites[@]}"; do
  if ! grep -qE "classname=\"([^\"]*\.)?$suite(\.|\")" "$report" "$alone_report" 2>/dev/null; then fail "no test of $suite ran"; fi
done
if [[ -f $report && -f $alone_report ]]; then
  read -r passed failed skipped < <(python3 Tools/check/lib/xunit.py "$report" "$alone_report")
  if ((passed > 0)); then pass "tests under ThreadSanitizer" "$passed"; fi
  if ((failed > 0)); then fail "tests under ThreadSanitizer" "$failed"; fi
  if ((skipped > 0)); then skip "tests under ThreadSanitizer" "$skipped"; fi
fi
if grep -q 'WARNING: ThreadSanitizer' "$CHECK_STATE"/logs/tsan{,-alone}.log; then
  if ((status == 0)); then cat "$CHECK_STATE"/logs/tsan{,-alone}.log; fi
  fail "ThreadSanitizer found a data race"
elif ((status != 0)); then
  fail "the run under ThreadSanitizer ended with exit code $status"
fi
