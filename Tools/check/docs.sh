#!/usr/bin/env bash
# The documentation of every module converts without a warning, broken links included
# needs: build
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"
# shellcheck source=lib/symbols.sh
source Tools/check/lib/symbols.sh

need swift
need docc

shopt -s nullglob
catalogues=(Sources/*/*.docc)
if ((${#catalogues[@]} == 0)); then
  skip "there is no documentation catalogue"
  exit 0
fi

mapfile -t modules < <(printf '%s\n' "${catalogues[@]##*/}" | sed 's/\.docc$//')
graphs=$(symbol_graphs "${modules[@]}")
for catalogue in "${catalogues[@]}"; do
  module=$(basename "$catalogue" .docc)
  own="$CHECK_STATE/docs/$module"
  rm -rf "$own"
  mkdir -p "$own/graphs"
  cp "$graphs/$module".symbols.json "$graphs/$module"@*.symbols.json "$own/graphs/"
  verify "documentation of $module" docc convert "$catalogue" --warnings-as-errors \
    --additional-symbol-graph-dir "$own/graphs" --output-path "$own/$module.doccarchive" \
    --fallback-display-name "$module" --fallback-bundle-identifier "dev.omamori.$module"
done
