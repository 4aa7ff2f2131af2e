#!/usr/bin/env bash
# What README.md shows is true: its shell lines run as written, its Swift is a program in Snippets, its output is real
# needs: build
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"

need swift
need python3
if [[ ! -f README.md ]]; then
  skip "there is no README.md"
  exit 0
fi

# The copy starts with the tool that is built here: same sources, same times, so the launcher has nothing to build.
copy="$CHECK_STATE/readme/omamori"
rm -rf "$CHECK_STATE/readme"
quietly readme-build ./omamori --help
copy_repository "$copy"
mkdir -p "$copy/.build/release"
cp -r .build/launcher "$copy/.build/"
cp .build/release/omamori "$copy/.build/release/"
printf '%s\n' "$copy" >"$copy/.build/place"

# The first line of README.md builds the audit alone, which has to know what the whole tool knows.
audit_alone() {
  diff <("$build_folder/omamori-audit" rules) <("$build_folder/omamori" rules) &&
    diff <("$build_folder/omamori-audit" schema) <("$build_folder/omamori" schema)
}
verify "omamori-audit has the rules and the schema of omamori" audit_alone

# run_line EXPECTED-CODE LINE
run_line() {
  local status=0
  (cd "$copy" && timeout --foreground 120 bash -euo pipefail -c "$2" </dev/null) || status=$?
  [[ $status == "$1" ]] && return 0
  echo "exit code $status, wanted $1"
  return 1
}

# shows_output LINE COMMAND: the fence at LINE shows what COMMAND prints, whatever its exit code.
shows_output() {
  (
    cd "$copy"
    COLUMNS=80 timeout --foreground 120 bash -uc "$2" </dev/null 2>&1 || true
  ) | python3 Tools/check/lib/readme.py shows README.md "$1"
}

while IFS=$'\t' read -r kind value text; do
  case $kind in
    run) verify "README.md: $text" run_line "$value" "$text" ;;
    leave) echo "not run ($value): $text" ;;
    same) pass "README.md shows $text as it is" ;;
    shows) verify "README.md: output of $text" shows_output "$value" "$text" ;;
    differs) fail "README.md, line $value: this Swift example is no file in Snippets" ;;
  esac
done < <(python3 Tools/check/lib/readme.py list README.md Snippets)
