#!/usr/bin/env bash
# Fetches the authorization servers of the interop stage into .build/check/interop. What the servers are made with is
# installed (Tools/packages/interop.txt); the servers themselves are only unpacked, so none becomes a service.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=../shell/messages.sh
source "$root/Tools/shell/messages.sh"
# shellcheck source=../shell/packages.sh
source "$root/Tools/shell/packages.sh"

place="$root/.build/check/interop"
servers=(glewlwyd glewlwyd-common liblemonldap-ng-common-perl liblemonldap-ng-handler-perl liblemonldap-ng-portal-perl)

unpack_servers() {
  if [[ -f $place/debian/unpacked ]]; then return 0; fi
  say "omamori: unpacking Debian packages in .build/check/interop: ${servers[*]}" \
    "omamori: Debian パッケージを .build/check/interop に展開します: ${servers[*]}"
  rm -rf "$place/debian" "$place/debian.new"
  mkdir -p "$place/debian.new/packages"
  download_servers || { update_package_lists && download_servers; }
  local package
  for package in "$place"/debian.new/packages/*.deb; do dpkg-deb --extract "$package" "$place/debian.new"; done
  rm -r "$place/debian.new/packages"
  printf '%s\n' "${servers[@]}" >"$place/debian.new/unpacked"
  mv "$place/debian.new" "$place/debian"
}

download_servers() {
  (cd "$place/debian.new/packages" && apt-get -qq download "${servers[@]}") >"$place/download.log" 2>&1
}

# prepare_server NAME: a Python environment of its own for each server that is written in Python.
prepare_server() {
  local list="$root/Tools/interop/python/$1.txt" venv="$place/$1"
  if cmp -s "$list" "$venv/installed.txt"; then return 0; fi
  say "omamori: installing the server $1 in .build/check/interop" "omamori: サーバー $1 を .build/check/interop に導入します"
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/python3" -m pip install --quiet --disable-pip-version-check --requirement "$list"
  cp "$list" "$venv/installed.txt"
}

mkdir -p "$place"
if [[ ${OMAMORI_NO_INSTALL:-} != 1 ]]; then
  require_packages "$root/Tools/packages/interop.txt"
  unpack_servers
  prepare_server canaille
  prepare_server django-oauth-toolkit
fi
