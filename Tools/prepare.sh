#!/usr/bin/env bash
# Installs what ./check needs: Debian packages, the Python packages of the list in .build/check/python, and SARIF's
# official schema, which tests validate reports by, in .build/check/schemas.
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
  "$venv/bin/python3" -m pip install --quiet --disable-pip-version-check --requirement "$list"
  cp "$list" "$venv/installed.txt"
}

# The schema is published with no package of its own; the tests of this one carry the file as OASIS released it.
schema_package=lintlang
schema_version=0.8.3
schema_package_sum=f901fe9068ca687672c8e9915f3f8104b627e788af586fececed2fe374147a62
schema_sum=c3b4bb2d6093897483348925aaa73af03b3e3f4bd4ca38cef26dcb4212a2682e

prepare_schema() {
  local folder="$root/.build/check/schemas" schema="$root/.build/check/schemas/sarif-2.1.0.json"
  if has_sum "$schema" "$schema_sum"; then return 0; fi
  mkdir -p "$folder"
  if fetch_schema "$folder" >"$folder/fetch.log" 2>&1 && has_sum "$schema.new" "$schema_sum"; then
    mv "$schema.new" "$schema"
  else
    rm -f "$schema" "$schema.new"
    say "omamori: SARIF's official schema could not be fetched ($folder/fetch.log); its tests are skipped" \
      "omamori: SARIF の公式スキーマを取得できませんでした（$folder/fetch.log）。そのテストは省略します"
  fi
}

# has_sum FILE SHA256
has_sum() {
  [[ -f $1 ]] && sha256sum --check --status <<<"$2  $1"
}

# fetch_schema FOLDER: the package's source is checked before anything of it is used.
fetch_schema() {
  local package="$schema_package-$schema_version"
  echo "$schema_package==$schema_version --hash=sha256:$schema_package_sum" >"$1/package.txt"
  "$root/.build/check/python/bin/python3" -m pip download --quiet --disable-pip-version-check --retries 1 \
    --timeout 20 --no-deps --no-binary "$schema_package" --require-hashes --requirement "$1/package.txt" --dest "$1"
  tar -xzOf "$1/$package.tar.gz" "$package/tests/schemas/sarif-schema-2.1.0.json" >"$1/sarif-2.1.0.json.new"
  rm "$1/$package.tar.gz" "$1/package.txt"
}

if [[ ${OMAMORI_NO_INSTALL:-} == 1 ]]; then
  exit 0
fi
require_packages "$root"/Tools/packages/{audit,build,test}.txt
prepare_python
prepare_schema
