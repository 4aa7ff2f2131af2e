#!/usr/bin/env bash
# Hostile input neither crashes, hangs nor leaks a decoder (libFuzzer; `bash Tools/check/fuzz.sh run NAME SECONDS`)
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"
# shellcheck source=../shell/toolchain.sh
source Tools/shell/toolchain.sh
# shellcheck source=lib/fuzzing.sh
source Tools/check/lib/fuzzing.sh

need swiftc
need make

# Seconds for each target, whatever their number.
seconds=3
if [[ -n ${OMAMORI_DEEP:-} ]]; then seconds=60; fi

# do_step KIND NAME [SECONDS]
do_step() {
  case $1 in
    objects) build_fuzz_objects ;;
    module) fuzz_search_paths && build_fuzz_module "$2" ;;
    program) fuzz_search_paths && build_fuzz_program "$2" ;;
    run) run_fuzz_target "$2" "${3:-$seconds}" ;;
    *) echo "fuzz: there is no step $1" >&2 && exit 2 ;;
  esac
}

case ${1:-} in
  "") ;;
  step) # Of a makefile: in a process of its own, so that its first error ends it.
    quietly "fuzz-$2-$3" bash Tools/check/fuzz.sh perform "$2" "$3" && touch "$fuzz_state/done/$2-$3"
    exit
    ;;
  perform)
    do_step "$2" "$3"
    exit
    ;;
  build | run)
    make_fuzz "program-${2:?the name of a file in Fuzz}"
    if [[ $1 == run ]]; then do_step run "$2" "${3:-60}"; fi
    exit
    ;;
esac

# Of a known change, only the targets that it can reach; the tests give the seeds to the others.
reachable=$(reached_fuzz_targets)
mapfile -t targets <<<"$reachable"
if [[ -z $reachable ]]; then
  skip "the change can reach no fuzz target"
  exit 0
fi
rm -rf "$fuzz_state/done"
mkdir -p "$fuzz_state/done"
make_fuzz --keep-going "${targets[@]/#/run-}" || true
for target in "${targets[@]}"; do
  program=$(awk -v target="$target" '$2 == target { print $1 }' "$fuzz_state/groups")
  if [[ -z $program || ! -f $fuzz_state/done/program-$program ]]; then
    fail "fuzz target $target does not build"
  elif [[ -f $fuzz_state/done/run-$target ]]; then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$CHECK_STATE/logs/fuzz-run-$target.log")
    pass "fuzz target $target: $runs inputs in $seconds s"
    echo "$target: $runs inputs in $seconds s"
  else
    fail "fuzz target $target; run .build/fuzz/$target with the file in .build/fuzz/crashes/$target to see it again"
  fi
done
