#!/usr/bin/env bash
# Installs what ./check needs: Debian packages, and Python packages in .build/check/python when the list names any.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=shell/messages.sh
source "$root/Tools/shell/messages.sh"
# shellcheck source=shell/packages.sh
source "$root/Tools/shell/packages.sh"

prepare_python() {
  local list="$root/Tools/packages/python.txt" venv="$root/.build/check/python"
  grep -qv -e '^ *#' -e '^ *$' "$list" || return 0
  if cmp -s "$list" "$venv/installed.txt"; then return 0; fi
  say "omamori: installing Python packages in .build/check/python" "omamori: Python パッケージを .build/check/python に導入します"
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$list"
  cp "$list" "$venv/installed.txt"
}

if [[ ${OMAMORI_NO_INSTALL:-} == 1 ]]; then
  exit 0
fi
require_packages "$root/Tools/packages/build.txt" "$root/Tools/packages/test.txt"
prepare_python
