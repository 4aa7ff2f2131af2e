#!/usr/bin/env bash
# Every program in Snippets builds, runs and exits 0
# needs: build
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"

need swift
mapfile -t snippets < <(find Snippets -name '*.swift' 2>/dev/null | LC_ALL=C sort)
if ((${#snippets[@]} == 0)); then
  skip "there are no snippets"
  exit 0
fi
quietly snippets swift build "${build_flags[@]}" || fail "build of the snippets"
programs=$build_folder
for snippet in "${snippets[@]}"; do
  name=$(basename "$snippet" .swift)
  verify "snippet $name" timeout --foreground 60 "$programs/$name"
done
