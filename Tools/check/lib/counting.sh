# shellcheck shell=bash
# What the reports of a test run say, and whether any test has vanished.

# count_tests COMMITTED STATUS REPORT…: COMMITTED is the file with the least number of tests, STATUS the exit code of the run.
count_tests() {
  local committed=$1 status=$2 report passed failed skipped number minimum
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

  number=$((passed + failed + skipped))
  if [[ -n ${CHECK_ACCEPT_TEST_COUNT:-} ]]; then
    echo "$number" >"$committed"
    echo "$committed now says $number"
  fi
  minimum=$(<"$committed")
  if ((number == 0)); then
    fail "no test ran"
  elif ((number < minimum)); then
    fail "$number tests ran and $committed says $minimum. When tests were removed on purpose: ./check --accept-test-count"
  else
    pass "number of tests"
    if ((number > minimum)); then
      echo "$number tests, $committed says $minimum; raise it with ./check --accept-test-count"
    fi
  fi
}
