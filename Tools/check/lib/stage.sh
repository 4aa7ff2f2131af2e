# shellcheck shell=bash
# What every stage uses: recording results, running quietly, and what to do when a tool is missing.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
cd "$root" || exit 3
CHECK_STATE=${CHECK_STATE:-$root/.build/check}
CHECK_RESULTS=${CHECK_RESULTS:-/dev/null}
mkdir -p "$CHECK_STATE/logs"

# Warnings are errors in every build of a stage.
export OMAMORI_STRICT=1

# What `swift build` of every stage is given, and where it puts programs. Where a person works, only what was changed is
# compiled. A fresh checkout is built once, whole modules at a time, and the launcher, which is given the same, finds its
# tool built. Optimisation doubles the time of the build, so it is left to --deep, which tests what ships.
# shellcheck disable=SC2034 # the stages use them; a module compiled whole takes 40 % less than its files one by one
build_flags=() build_folder=.build/debug whole_modules=()
if [[ ${CI:-} == true ]]; then
  # Of debug information, lines are enough to understand a crash; all of it takes a tenth of the time. The index of the
  # tests costs as much, and the package manager finds tests with it.
  export OMAMORI_BUILD_FLAGS="--disable-xctest -Xswiftc -enable-testing -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -gline-tables-only"
  if [[ -z ${OMAMORI_DEEP:-} ]]; then OMAMORI_BUILD_FLAGS+=" -Xswiftc -Onone -Xswiftc -no-emit-module-separately-wmo"; fi
  export OMAMORI_TOOL=1 # As the launcher does.
  # shellcheck disable=SC2034
  read -ra build_flags <<<"--configuration release $OMAMORI_BUILD_FLAGS"
  # shellcheck disable=SC2034
  build_folder=.build/release
  # shellcheck disable=SC2034
  whole_modules=(-Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -gline-tables-only
    -Xswiftc -no-emit-module-separately-wmo) # Or declarations are checked twice, once for the module file alone.
fi

# Compilers of the stages beside the build give way to it and to the tests, which others wait for. They take what is left
# over, above all while the tests run that are alone.
# shellcheck disable=SC2034
giving_way=(nice -n 10)

# pass WHAT [COUNT]
pass() {
  echo "pass:${2:-1} $1" >>"$CHECK_RESULTS"
}

# fail WHAT [COUNT]
fail() {
  echo "fail:${2:-1} $1" >>"$CHECK_RESULTS"
  echo "FAILED: $1"
}

# skip WHAT [COUNT]
skip() {
  echo "skip:${2:-1} $1" >>"$CHECK_RESULTS"
  echo "skipped: $1"
}

# A missing tool is an error where everything must be there, and a skip on a developer's machine.
unavailable() {
  if [[ ${CI:-} == true ]]; then fail "$1"; else skip "$1"; fi
}

# reached PATH…: those of them that the change can reach, one a line; all of them when nobody knows what was changed.
reached() {
  if [[ -f $CHECK_STATE/changed ]]; then
    python3 Tools/check/lib/reach.py "$CHECK_STATE/changed" "$@"
  else
    printf '%s\n' "$@"
  fi
}

# need_reached PATH…: ends the stage when the change can reach none of them.
need_reached() {
  local paths
  if (($# == 0)) || ! paths=$(reached "$@"); then
    fail "what the change can reach is not known"
    exit 0
  fi
  [[ -z $paths ]] || return 0
  skip "the change cannot reach what this stage checks"
  exit 0
}

# need COMMAND: ends the stage when the command is not there.
need() {
  command -v "$1" >/dev/null && return 0
  unavailable "$1 is not installed"
  exit 0
}

# quietly NAME COMMAND…: keeps the output in a log and shows it when the command fails.
quietly() {
  local log="$CHECK_STATE/logs/$1.log" status=0
  shift
  "$@" >"$log" 2>&1 || status=$?
  if ((status != 0)); then cat "$log"; fi
  return "$status"
}

# verify WHAT COMMAND…: one check; its output is shown when it fails.
verify() {
  local what=$1 status=0 output
  shift
  output=$("$@" 2>&1) || status=$?
  if ((status == 0)); then
    pass "$what"
  else
    if [[ -n $output ]]; then printf '%s\n' "$output"; fi
    fail "$what"
  fi
}

# Files that belong to the repository: tracked, or new and not ignored; NUL-separated.
repository_files() {
  git ls-files -z --cached --others --exclude-standard
}

# Copies the repository's files to FOLDER, times included; only the posix format keeps parts of a second.
copy_repository() {
  mkdir -p "$1"
  repository_files | tar --format=posix --null --files-from=- --ignore-failed-read -cf - 2>/dev/null | tar -xf - -C "$1"
}
