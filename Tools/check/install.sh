#!/usr/bin/env bash
# `make install` gives a tool that runs without the toolchain, and `make uninstall` takes it all away again
# needs: build
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"
# shellcheck source=../shell/toolchain.sh
source Tools/shell/toolchain.sh

need swift
need make
need patchelf

destination="$CHECK_STATE/install/a folder"
tool="$destination/opt/bin/omamori"
rm -rf "$CHECK_STATE/install"
mkdir -p "$destination"

no_toolchain_path() {
  local file
  for file in "$destination"/opt/lib/omamori/{omamori,*.so}; do
    [[ $(readelf -d "$file" | sed -n 's/.*R\(UN\)\?PATH).*\[\(.*\)\]/\2/p') == "\$ORIGIN" ]] || {
      echo "$file looks for libraries elsewhere"
      return 1
    }
  done
}

# Every library comes from the system or from the folder beside the program.
loads_its_own_libraries() {
  local loaded stray
  loaded=$(LD_DEBUG=libs "$tool" --help 2>&1 >/dev/null | sed -n 's/.*calling init: //p')
  grep -qF /lib/omamori/libswiftCore.so <<<"$loaded" || return 1
  stray=$(grep -vE -e "^($destination|/lib|/usr/lib|/lib64)/" <<<"$loaded" || true)
  if [[ -n $stray ]]; then
    echo "$stray"
    return 1
  fi
}

without_the_toolchain() {
  bwrap --dev-bind / / --tmpfs "$1" env PATH=/usr/bin:/bin "$tool" --help
}

# Every command has a page that the reader of pages finds nothing wrong with.
pages_are_right() {
  local command pages="$destination/opt/share/man/man1"
  [[ -s $pages/omamori.1 ]] || return 1
  for command in audit rules manual; do [[ -s $pages/omamori-$command.1 ]] || return 1; done
  mandoc -T lint -W warning "$pages"/*.1
}

# completion_is_right SHELL PATH: the shell reads it without a complaint.
completion_is_right() {
  local file="$destination/opt/share/$2"
  [[ -s $file ]] && grep -q omamori "$file" && "$1" -n "$file"
}

nothing_left() {
  [[ -z $(find "$destination" ! -type d -print -quit) ]]
}

verify "make install" make install DESTDIR="$destination" PREFIX=/opt
verify "no program or library names the toolchain" no_toolchain_path
verify "it loads the libraries beside it" loads_its_own_libraries
if command -v mandoc >/dev/null; then
  verify "man pages" pages_are_right
else
  unavailable "mandoc is not installed"
fi
while read -r shell place; do
  if command -v "$shell" >/dev/null; then
    verify "completions for $shell" completion_is_right "$shell" "$place"
  else
    unavailable "$shell is not installed"
  fi
done <<'PLACES'
bash bash-completion/completions/omamori
zsh zsh/site-functions/_omamori
fish fish/vendor_completions.d/omamori.fish
PLACES
toolchain=$(toolchain_usr)
if [[ $toolchain != /usr ]] && bwrap --dev-bind / / true 2>/dev/null; then
  verify "it runs with the toolchain hidden" without_the_toolchain "${toolchain%/usr}"
else
  skip "running with the toolchain hidden: it cannot be hidden here"
fi
verify "make uninstall" make uninstall DESTDIR="$destination" PREFIX=/opt
verify "uninstall leaves no file" nothing_left
