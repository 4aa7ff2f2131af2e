#!/usr/bin/env bash
# Every test passes, and every suite ran
# needs: build
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"
# shellcheck source=lib/counting.sh
source Tools/check/lib/counting.sh

need swift
need python3
report="$CHECK_STATE/tests.xml"
serial_report="$CHECK_STATE/tests-serial.xml"
keychain_report="$CHECK_STATE/tests-keychain.xml"
network_report="$CHECK_STATE/tests-network.xml"
waiting_report="$CHECK_STATE/tests-waiting.xml"
rm -f "$report" "$serial_report" "$keychain_report" "$network_report" "$waiting_report"

skips=()
serial=()
keychain=()
network=()
waiting=()
while read -r pattern mark; do
  if [[ -z $pattern || $pattern == \#* ]]; then continue; fi
  skips+=(--skip "$pattern")
  case $mark in
    waiting) waiting+=(--filter "$pattern") ;;
    keychain) keychain+=(--filter "$pattern") ;;
    network) network+=(--filter "$pattern") ;;
    *) serial+=(--filter "$pattern") ;;
  esac
done <Tools/check/serial-suites.txt

# run_group NAME REPORT ARGUMENT…: runs tests in a process of their own. A process in the background ignores Ctrl-C, and so
# would the programs whose answer to it is tested.
run_group() {
  local status=0
  run_tests "$@" || status=$?
  # Of some test targets, a group may have no test.
  if ((status == 69)) && [[ -n ${OMAMORI_TESTS:-} ]]; then status=0; fi
  return "$status"
}

run_tests() {
  quietly "$1" env --default-signal=INT,QUIT "$build_folder/OmamoriPackageTests.xctest" --testing-library swift-testing \
    --xunit-output "$2" "${@:3}"
}

if ! quietly tests-build swift build "${build_flags[@]}" --build-tests; then
  fail "the tests do not build"
  exit 0
fi
# The tool is tested as the launcher builds it. That takes as long as the tests before.
run_waiting_group() {
  local tool="$root/.build/release"
  if [[ -n ${CHECK_ONLY_CHANGED:-} ]]; then tool="$root/$build_folder"; else quietly tests-tool ./omamori --help || return 1; fi
  OMAMORI_TOOL_FOLDER="$tool" run_group tests-waiting "$waiting_report" "${waiting[@]}" \
    "${serial[@]/--filter/--skip}" "${network[@]/--filter/--skip}"
}

run_waiting_group &
waiting_process=$!
status=0
run_group tests "$report" "${skips[@]}" || status=$?
run_group tests-keychain "$keychain_report" --no-parallel "${keychain[@]}" &
keychain_process=$!
run_group tests-network "$network_report" --no-parallel "${network[@]}" &
network_process=$!
run_group tests-serial "$serial_report" --no-parallel "${serial[@]}" || status=$?
wait "$keychain_process" || status=$?
wait "$network_process" || status=$?
wait "$waiting_process" || status=$?
count_tests Tests "$status" "$report" "$serial_report" "$keychain_report" "$network_report" "$waiting_report"
