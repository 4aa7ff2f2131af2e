# shellcheck shell=bash
# Finds a Swift toolchain that is new enough for Package.swift.

# Prints the version that the first line of ROOT/Package.swift asks for, such as 6.2.
wanted_swift_version() {
  sed -n '1s/.*swift-tools-version: *\([0-9.]*\).*/\1/p' "$1/Package.swift"
}

# Prints the places where a `swift` may be, the one that PATH prefers first.
swift_candidates() {
  type -aP swift || true
  local place
  for place in "${SWIFT_TOOLCHAIN:-}/usr/bin" "${SWIFTLY_BIN_DIR:-}" "${HOME:-}/.local/share/swiftly/bin" \
    "${HOME:-}/.swiftly/bin" /opt/*/usr/bin /usr/libexec/swift/bin /usr/libexec/swift/*/bin /usr/local/swift/usr/bin; do
    if [[ -x $place/swift ]]; then echo "$place/swift"; fi
  done
}

swift_version_of() {
  "$1" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1
}

# version_at_least HAVE WANT
version_at_least() {
  [[ -n $1 && $(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]
}

# require_toolchain ROOT: puts a suitable `swift` first in PATH, or explains what is missing and exits 3.
require_toolchain() {
  local wanted found="" candidate version
  wanted=$(wanted_swift_version "$1")
  while read -r candidate; do
    version=$(swift_version_of "$candidate")
    if version_at_least "$version" "$wanted"; then
      PATH="$(dirname "$candidate"):$PATH"
      export PATH
      return 0
    fi
    found=${found:-$version}
  done < <(swift_candidates)
  explain_missing_toolchain "$wanted" "$found"
  exit 3
}

explain_missing_toolchain() {
  local wanted=$1 found=$2
  if [[ -n $found ]]; then
    say "omamori: Swift $found is too old; Swift $wanted or later is needed." \
      "omamori: Swift $found では古すぎます。Swift $wanted 以降が必要です。"
  else
    say "omamori: no Swift toolchain was found; Swift $wanted or later is needed." \
      "omamori: Swift のツールチェーンが見つかりません。Swift $wanted 以降が必要です。"
  fi
  say "Install it from https://www.swift.org/install/ and put its bin folder in PATH, then run this again." \
    "https://www.swift.org/install/ から導入し、その bin フォルダを PATH に加えてから、もう一度実行してください。"
}

# Prints the `usr` folder of the `swift` that PATH finds, following links.
toolchain_usr() {
  local info
  info=$(swift -print-target-info 2>/dev/null | sed -n 's/.*"runtimeResourcePath": *"\(.*\)".*/\1/p')
  echo "${info%/lib/swift}"
}
