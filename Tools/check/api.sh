#!/usr/bin/env bash
# The public API of each library is what API/<Module>.txt says; `./check --accept-api` rewrites the files
# needs: build
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"
# shellcheck source=lib/symbols.sh
source Tools/check/lib/symbols.sh

need swift
need python3

modules=$(library_products)

# exported_modules MODULE: the modules that it exports and that are no products of their own.
exported_modules() {
  local name
  { sed -nE 's/^@_exported public import ([A-Za-z]+)$/\1/p' "Sources/$1"/*.swift || true; } | while read -r name; do
    if [[ -d Sources/$name ]] && ! grep -qxF "$name" <<<"$modules"; then
      echo "$name"
      exported_modules "$name"
    fi
  done
}

mapfile -t hidden < <(for module in $modules; do exported_modules "$module"; done | sort -u)
# shellcheck disable=SC2086 # a module's name is one word
folder=$(symbol_graphs $modules "${hidden[@]}")
mkdir -p API "$CHECK_STATE/api"
for module in $modules; do
  now="$CHECK_STATE/api/$module.txt"
  committed="API/$module.txt"
  mapfile -t parts < <(exported_modules "$module")
  python3 Tools/check/lib/api.py "$folder" "$module" "${parts[@]}" >"$now"
  if [[ -n ${CHECK_ACCEPT_API:-} ]]; then cp "$now" "$committed"; fi
  if [[ ! -f $committed ]]; then
    fail "$committed is missing; ./check --accept-api writes it"
  elif diff -u "$committed" "$now"; then
    pass "public API of $module"
  else
    fail "the public API of $module changed; when that is wanted: ./check --accept-api"
  fi
done
for committed in API/*.txt; do
  if [[ -f $committed ]] && ! grep -qxF "$(basename "$committed" .txt)" <<<"$modules"; then
    if [[ -n ${CHECK_ACCEPT_API:-} ]]; then rm "$committed"; else fail "$committed belongs to no library"; fi
  fi
done
