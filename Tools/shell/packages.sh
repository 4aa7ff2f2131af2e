# shellcheck shell=bash
# Installs the Debian packages that a list in Tools/packages names.
#
# A line of a list is `PACKAGE [PROBE]`; `#` starts a comment. The package counts as present when the probe succeeds
# (an absolute path that exists, `command:NAME` found in PATH, `python:MODULE` that Python can import) or when dpkg knows it as installed.

# missing_packages LIST…: prints the packages that are not present, one a line.
missing_packages() {
  local package probe names=()
  while read -r package probe _; do
    [[ -z $package || $package == \#* ]] && continue
    probe_succeeds "${probe:-}" || names+=("$package")
  done < <(cat "$@")
  ((${#names[@]} == 0)) && return 0
  if command -v dpkg-query >/dev/null; then
    not_installed "${names[@]}"
  else
    printf '%s\n' "${names[@]}"
  fi
}

probe_succeeds() {
  case $1 in
    command:*) command -v "${1#command:}" >/dev/null ;;
    python:*) python3 -c "import ${1#python:}" 2>/dev/null ;;
    /*) [[ -e $1 ]] ;;
    *) return 1 ;;
  esac
}

not_installed() {
  local installed name
  # shellcheck disable=SC2016 # the ${…} belong to dpkg-query
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
  for name in "$@"; do
    grep -qxF "installed $name" <<<"$installed" || echo "$name"
  done
}

# require_packages LIST…: installs what is missing, saying so; exits 3 when that is not possible.
require_packages() {
  local names=()
  mapfile -t names < <(missing_packages "$@")
  ((${#names[@]} == 0)) && return 0
  if ! command -v apt-get >/dev/null; then
    say "omamori: this system has no apt-get. These Debian packages, or what they are called here, are needed: ${names[*]}" \
      "omamori: apt-get がない環境です。次の Debian パッケージに相当するものが必要です: ${names[*]}"
    return 0
  fi
  local prefix=()
  if ((EUID != 0)); then prefix=(sudo); fi
  if [[ ${OMAMORI_NO_INSTALL:-} == 1 ]] || { ((EUID != 0)) && ! command -v sudo >/dev/null; }; then
    say "omamori: packages are missing. Install them with:" "omamori: パッケージが足りません。次のコマンドで導入してください:"
    printf '  %s\n' "${prefix[*]:+${prefix[*]} }apt-get install ${names[*]}" >&2
    exit 3
  fi
  say "omamori: installing Debian packages: ${names[*]}" "omamori: Debian パッケージを導入します: ${names[*]}"
  install_packages "${names[@]}" || {
    say "omamori: the packages could not be installed; the messages above say why." \
      "omamori: パッケージを導入できませんでした。理由は上のメッセージをご覧ください。"
    exit 3
  }
}

# Fetches the package lists first when they are older than a week or lack a name, and again when installing fails.
install_packages() {
  if package_lists_are_stale "$@"; then
    update_package_lists
    apt_install "$@"
  else
    apt_install "$@" || { update_package_lists && apt_install "$@"; }
  fi
}

update_package_lists() {
  run_as_root apt-get -qq update </dev/null >&2 || true
}

# No package starts a service: the tests start what they need themselves, for themselves.
apt_install() {
  local output status=0
  output=$(run_as_root env DEBIAN_FRONTEND=noninteractive SYSTEMD_OFFLINE=1 apt-get -qq -o DPkg::Lock::Timeout=120 \
    -o Dpkg::Use-Pty=0 install -y --no-install-recommends "$@" 2>&1) || status=$?
  if ((status != 0)); then printf '%s\n' "$output" >&2; fi
  return "$status"
}

package_lists_are_stale() {
  local name policy
  [[ -n $(find /var/lib/apt/lists -maxdepth 1 -name '*Packages*' -ctime -7 -print -quit 2>/dev/null) ]] || return 0
  for name in "$@"; do
    policy=$(apt-cache policy "$name" 2>/dev/null || true)
    grep -q 'Candidate: [^(]' <<<"$policy" || return 0
  done
  return 1
}

run_as_root() {
  if ((EUID == 0)); then
    "$@"
  elif [[ -t 0 ]]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}
