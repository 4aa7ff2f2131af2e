#!/usr/bin/env bash
# The house rules hold (Documentation/checks.md lists them), and the lint catches a planted fault against each
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"

need python3
export PYTHONDONTWRITEBYTECODE=1
for mode in lint self-test; do
  results="$CHECK_STATE/rules-$mode.txt"
  python3 Tools/check/rules "$mode" "$root" >"$results" || true
  while read -r verdict what; do
    case $verdict in
      ok) pass "$what" ;;
      fault) fail "$what" ;;
      *) printf '%s %s\n' "$verdict" "$what" ;;
    esac
  done <"$results"
  [[ -s $results ]] || fail "the lint ended without an answer ($mode)"
done
