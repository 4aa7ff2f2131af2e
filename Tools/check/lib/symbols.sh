# shellcheck shell=bash
# The public declarations of every module, as the compiler sees them.
: "${CHECK_STATE:?}" "${build_folder:?}"

# symbol_graphs MODULE…: writes MODULE.symbols.json files, from the modules as they were built, and prints their folder.
symbol_graphs() {
  local folder="$CHECK_STATE/symbols-${CHECK_STAGE:-}" log="$CHECK_STATE/logs/symbols-${CHECK_STAGE:-}.log" modules target module map c_modules=()
  modules="$build_folder/Modules"
  target=$(swift -print-target-info | python3 -c 'import json, sys; print(json.load(sys.stdin)["target"]["triple"])')
  for map in Sources/*/module.modulemap Sources/*/include/module.modulemap; do c_modules+=(-I "$(dirname "$map")"); done
  # Most targets with C sources have no map of their own; the package manager makes one.
  for map in "${modules%/Modules}"/*.build/module.modulemap; do
    if [[ -f $map ]]; then c_modules+=(-Xcc "-fmodule-map-file=$map"); fi
  done
  rm -rf "$folder"
  mkdir -p "$folder"
  : >"$log"
  for module in "$@"; do
    swift symbolgraph-extract -module-name "$module" -target "$target" -I "$modules" "${c_modules[@]}" \
      -minimum-access-level public -omit-extension-block-symbols -output-dir "$folder" >>"$log" 2>&1 || {
      cat "$log" >&2
      return 1
    }
  done
  echo "$folder"
}

# The library products; each has one target of the same name.
library_products() {
  swift package dump-package | python3 -c '
import json, sys
products = json.load(sys.stdin)["products"]
print(*sorted(each["name"] for each in products if "library" in each["type"]), sep="\n")'
}
