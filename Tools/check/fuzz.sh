#!/usr/bin/env bash
# Hostile input neither crashes, hangs nor leaks a decoder (libFuzzer; `bash Tools/check/fuzz.sh run NAME SECONDS`)
# needs: build
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"
# shellcheck source=../shell/toolchain.sh
source Tools/shell/toolchain.sh
# shellcheck source=lib/fuzzing.sh
source Tools/check/lib/fuzzing.sh

need swiftc
fuzz_search_paths

if (($# > 0)); then
  build_fuzz_target "${2:?the name of a file in Fuzz}"
  if [[ $1 == run ]]; then run_fuzz_target "$2" "${3:-60}"; fi
  exit
fi

budget=60
if [[ -n ${OMAMORI_DEEP:-} ]]; then budget=1200; fi
mapfile -t targets < <(find Fuzz -maxdepth 1 -name '*.swift' ! -name Entry.swift | sed 's|.*/||; s|\.swift$||' | LC_ALL=C sort)
seconds=$((budget / (${#targets[@]} > 0 ? ${#targets[@]} : 1)))
for target in "${targets[@]}"; do
  if ! quietly "fuzz-$target-build" bash Tools/check/fuzz.sh build "$target"; then
    fail "fuzz target $target does not build"
  elif quietly "fuzz-$target" run_fuzz_target "$target" "$seconds"; then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$CHECK_STATE/logs/fuzz-$target.log")
    pass "fuzz target $target: $runs inputs in $seconds s"
    echo "$target: $runs inputs in $seconds s"
  else
    fail "fuzz target $target; run .build/fuzz/$target with the file in .build/fuzz/crashes/$target to see it again"
  fi
done
