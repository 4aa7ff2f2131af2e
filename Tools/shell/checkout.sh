# shellcheck shell=bash
# A checkout that was moved or copied with its .build folder.

# forget_moved_build ROOT: compiled modules and Python environments name the folder that they were made in and do not
# load in another one, so they are removed when the checkout is found elsewhere.
forget_moved_build() {
  local build="$1/.build" place="$1/.build/place"
  mkdir -p "$build"
  if [[ -f $place && $(<"$place") != "$1" ]]; then
    rm -rf "$build"/{debug,release,tsan,check,fuzz/modules} "$build"/*-*-*/
  fi
  printf '%s\n' "$1" >"$place"
}
