#!/usr/bin/env bash
# Installs the tool so that it runs without a Swift toolchain: Tools/install.sh install|uninstall DESTDIR PREFIX
#
#   PREFIX/bin/omamori          link to ../lib/omamori/omamori
#   PREFIX/lib/omamori/         the program, the libraries of the toolchain that it loads, and the list of installed files
#   PREFIX/share/man/man1/      man pages
#   PREFIX/share/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d}/
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=shell/messages.sh
source "$root/Tools/shell/messages.sh"
# shellcheck source=shell/packages.sh
source "$root/Tools/shell/packages.sh"

# The libraries that `program` loads from a toolchain, as full paths: everything outside the system's own folders.
toolchain_libraries() {
  ldd "$1" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | while read -r library; do
    case $(readlink -f "$library") in
      */swift/linux/* | */swift/host/*) echo "$library" ;;
      /lib/* | /lib64/* | /usr/lib/* | /usr/lib64/* | /usr/local/lib/*) ;;
      *) echo "$library" ;;
    esac
  done
}

# put MODE SOURCE PATH: installs a file under the prefix and remembers it.
put() {
  install -D -m "$1" "$2" "$target/$3"
  echo "$3" >>"$list"
}

install_program() {
  local built="$root/.build/release/omamori" library
  while read -r library; do
    put 644 "$library" "lib/omamori/$(basename "$library")"
  done < <(toolchain_libraries "$built")
  put 755 "$built" lib/omamori/omamori
  if command -v strip >/dev/null; then
    strip --strip-unneeded "$target"/lib/omamori/*.so "$target/lib/omamori/omamori"
  fi
  patchelf --set-rpath "\$ORIGIN" "$target"/lib/omamori/*.so "$target/lib/omamori/omamori"
  mkdir -p "$target/bin"
  ln -sfn ../lib/omamori/omamori "$target/bin/omamori"
  echo bin/omamori >>"$list"
}

# Both are written by the tool itself.
install_pages() {
  local pages="$work/man" page
  "$target/bin/omamori" manual --output "$pages" >/dev/null
  for page in "$pages"/*.1; do put 644 "$page" "share/man/man1/$(basename "$page")"; done
}

install_completions() {
  local shell place
  while read -r shell place; do
    "$target/bin/omamori" completions "$shell" >"$work/$shell" </dev/null
    put 644 "$work/$shell" "share/$place"
  done <<'PLACES'
bash bash-completion/completions/omamori
zsh zsh/site-functions/_omamori
fish fish/vendor_completions.d/omamori.fish
PLACES
}

install_all() {
  require_packages "$root/Tools/packages/install.txt"
  "$root/omamori" --help >/dev/null
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  list="$work/files"
  remove_all
  install_program
  install_pages
  install_completions
  echo lib/omamori/files.txt >>"$list"
  install -m 644 "$list" "$target/lib/omamori/files.txt"
  say "Installed $target/bin/omamori" "$target/bin/omamori を導入しました。"
}

# Removes the files of the list and the folders that they leave empty.
remove_all() {
  local files="$target/lib/omamori/files.txt" file
  [[ -f $files ]] || return 0
  while read -r file; do
    rm -f "$target/$file"
  done < <(cat "$files")
  rmdir "$target/lib/omamori" 2>/dev/null || true
}

action=${1:-}
target=${2:-}${3:-/usr/local}
case $action in
  install) install_all ;;
  uninstall)
    remove_all
    say "Removed omamori from $target" "$target から omamori を取り除きました。"
    ;;
  *)
    echo "usage: Tools/install.sh install|uninstall DESTDIR PREFIX" >&2
    exit 2
    ;;
esac
