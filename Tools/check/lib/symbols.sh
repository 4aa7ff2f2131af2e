# shellcheck shell=bash
# The public declarations of every module, as the compiler sees them.
: "${CHECK_STATE:?}"

# Writes MODULE.symbols.json files and prints their folder.
symbol_graphs() {
  local folder log="$CHECK_STATE/logs/symbols.log"
  swift package dump-symbol-graph --minimum-access-level public >"$log" 2>&1 || {
    cat "$log" >&2
    return 1
  }
  folder=$(sed -n 's/^Files written to //p' "$log")
  echo "$folder"
}

# The modules that a library product names.
library_modules() {
  swift package dump-package | python3 -c '
import json, sys
products = json.load(sys.stdin)["products"]
print(*sorted({name for each in products if "library" in each["type"] for name in each["targets"]}), sep="\n")'
}
