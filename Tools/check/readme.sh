#!/usr/bin/env bash
# What README and the pages beside it show is true: shell lines run as written, Swift is a program in Snippets, output is real
# needs: build
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"

need swift
need python3
pages=(README.md README.ja.md Documentation/{libraries,ja/libraries,command-line-crypto}.md)

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

# shows_output PAGE LINE COMMAND: the fence at LINE shows what COMMAND prints, whatever its exit code.
shows_output() {
  (
    cd "$copy"
    COLUMNS=80 timeout --foreground 120 bash -uc "$3" </dev/null 2>&1 || true
  ) | python3 Tools/check/lib/readme.py shows "$1" "$2"
}

for page in "${pages[@]}"; do
  list=$(python3 Tools/check/lib/readme.py list "$page" Snippets) || fail "$page cannot be read"
  while IFS=$'\t' read -r kind value text; do
    case $kind in
      run) verify "$page: $text" run_line "$value" "$text" ;;
      leave) echo "not run ($value): $text" ;;
      same) pass "$page shows $text as it is" ;;
      shows) verify "$page: output of $text" shows_output "$page" "$value" "$text" ;;
      differs) fail "$page, line $value: this Swift example is no file in Snippets" ;;
    esac
  done <<<"$list"
done
