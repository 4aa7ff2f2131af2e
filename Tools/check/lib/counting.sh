# shellcheck shell=bash
# What the reports of a test run say, and whether a suite has run no test.

# count_tests FOLDER STATUS REPORT…: FOLDER has the test targets, STATUS is the exit code of the run.
count_tests() {
  local folder=$1 status=$2 report passed failed skipped silent suite
  shift 2
  for report in "$@"; do
    if [[ ! -f $report ]]; then
      fail "a test run wrote no report (exit code $status)"
      return 0
    fi
  done
  read -r passed failed skipped < <(python3 Tools/check/lib/xunit.py "$@")
  if ((passed > 0)); then pass "tests" "$passed"; fi
  if ((failed > 0)); then fail "tests; the output above names them" "$failed"; fi
  if ((skipped > 0)); then skip "tests that this machine cannot run; the logs in .build/check/logs say why" "$skipped"; fi
  if ((status != 0 && failed == 0)); then fail "the test run ended with exit code $status"; fi
  if ((passed + failed + skipped == 0)); then fail "no test ran"; fi
  if ! silent=$(python3 Tools/check/lib/xunit.py --silent "$folder" "$@"); then fail "the suites are not known"; fi
  while read -r suite; do
    if [[ -n $suite ]]; then fail "no test of $suite ran"; fi
  done <<<"$silent"
}
