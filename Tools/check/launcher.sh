#!/usr/bin/env bash
# ./omamori builds when it must and only then, from any folder, twice at once, interrupted, with things missing
# needs: build
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"
# shellcheck source=../shell/toolchain.sh
source Tools/shell/toolchain.sh

need swift
export LC_ALL=C OMAMORI_LANGUAGE=en OMAMORI_NO_INSTALL=1

# Programs of one file stand in for the real ones, so that building them often stays cheap. The launcher is the real one.
here="$CHECK_STATE/launcher/a folder"
rm -rf "$CHECK_STATE/launcher"
mkdir -p "$here/Sources/Tool" "$here/Sources/Audit" "$here/Tools/packages" "$here/elsewhere"
cp omamori "$here/"
cp -r Tools/shell "$here/Tools/"
cp Tools/packages/{audit,build}.txt "$here/Tools/packages/"
cat >"$here/Package.swift" <<'SWIFT'
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "Tool",
  products: [.executable(name: "omamori", targets: ["Tool"]), .executable(name: "omamori-audit", targets: ["Audit"])],
  targets: [
    .executableTarget(name: "Tool", path: "Sources/Tool"), .executableTarget(name: "Audit", path: "Sources/Audit"),
  ])
SWIFT
echo '@main struct Main { static func main() { print("audit", CommandLine.arguments.dropFirst()) } }' \
  >"$here/Sources/Audit/Main.swift"

# write_tool WORD: a tool that prints WORD and its arguments, and exits 4 when one of them is `four`.
write_tool() {
  cat >"$here/Sources/Tool/Main.swift" <<SWIFT
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif
@main struct Main {
  static func main() {
    print("$1", CommandLine.arguments.dropFirst().map { "<\(\$0)>" }.joined())
    if CommandLine.arguments.contains("four") { exit(4) }
  }
}
SWIFT
}

# answers EXPECTED-CODE EXPECTED-OUTPUT COMMAND…: standard output has to be exactly that.
answers() {
  local code=$1 expected=$2 output status=0
  shift 2
  output=$("$@" 2>"$CHECK_STATE/launcher/errors") || status=$?
  [[ $status == "$code" && $output == "$expected" ]] && return 0
  printf 'exit code %s, wanted %s; output: %s\n' "$status" "$code" "$output"
  cat "$CHECK_STATE/launcher/errors"
  return 1
}

# explains EXPECTED-CODE TEXT COMMAND…: standard error has to contain the text.
explains() {
  local code=$1 text=$2
  shift 2
  answers "$code" "" "$@" && grep -qF -- "$text" "$CHECK_STATE/launcher/errors" && return 0
  cat "$CHECK_STATE/launcher/errors"
  return 1
}

two_at_once() {
  local first status=0
  write_tool twice
  "$here/omamori" one >"$CHECK_STATE/launcher/one" 2>&1 &
  first=$!
  answers 0 "twice <two>" "$here/omamori" two || status=1
  wait "$first" || status=1
  grep -qx 'twice <one>' "$CHECK_STATE/launcher/one" || status=1
  return "$status"
}

interrupted() {
  local launch status=0
  write_tool resumed
  set -m
  "$here/omamori" >/dev/null 2>"$CHECK_STATE/launcher/errors" &
  launch=$!
  set +m
  for _ in {1..100}; do
    [[ -e $here/.build/launcher/omamori.stamp ]] || break
    sleep 0.02
  done
  sleep 0.3
  kill -INT "$launch"
  wait "$launch" || status=$?
  if [[ $status != 130 ]]; then
    echo "exit code $status, wanted 130"
    return 1
  fi
  answers 0 "resumed <x>" "$here/omamori" x
}

no_toolchain() {
  local place
  place=$(toolchain_usr)
  explains 3 "$1" env OMAMORI_LANGUAGE="$2" PATH=/usr/bin:/bin \
    bwrap --dev-bind / / --tmpfs "${place%/usr}" "$here/omamori"
}

# The best of 20 launches against the best of 20 direct runs, in milliseconds.
overhead() {
  local direct launched
  direct=$(best_of_20 "$here/.build/release/omamori" x)
  launched=$(best_of_20 "$here/omamori" x)
  echo "the launcher adds $((launched - direct)) ms"
  ((launched - direct < 50))
}

best_of_20() {
  local best=100000 started took
  for _ in {1..20}; do
    started=${EPOCHREALTIME/./}
    "$@" >/dev/null
    took=$((${EPOCHREALTIME/./} - started))
    ((took < best * 1000)) && best=$((took / 1000))
  done
  echo "$best"
}

audit_alone() {
  answers 0 'audit ["--language", "ja", "rules", "list"]' "$here/omamori" --language ja rules list &&
    answers 0 'audit ["audit", "doctor"]' "$here/omamori" audit doctor && [[ ! -e $here/.build/release/omamori ]]
}

write_tool first
verify "a command of the audit builds the audit alone" audit_alone
verify "the first launch builds, and only the tool writes to standard output" answers 0 "first <x>" "$here/omamori" x
mkdir -p "$here/no-swift"
printf '#!/bin/sh\nexit 99\n' >"$here/no-swift/swift"
chmod +x "$here/no-swift/swift"
verify "the second launch runs no swift" answers 0 "first <x>" env PATH="$here/no-swift:$PATH" "$here/omamori" x
verify "the whole tool runs the audit when it is built" answers 0 "first <audit>" "$here/omamori" audit
verify "arguments and exit codes pass through" answers 4 "first <a b><><four>" "$here/omamori" "a b" "" four
verify "without arguments it asks for help" answers 0 "first <--help>" "$here/omamori"
ln -s "$here/omamori" "$here/elsewhere/link"
verify "it works through a link from another folder" answers 0 "first <x>" env -C "$here/elsewhere" ./link x
write_tool second
verify "an edited source is built" answers 0 "second <x>" "$here/omamori" x
verify "two launches at once" two_at_once
verify "an interrupted build ends with 130 and is taken up again" interrupted
if overhead; then pass "launcher overhead under 50 ms"; else fail "launcher overhead under 50 ms"; fi

mv "$here" "$here moved"
here="$here moved"
write_tool moved
verify "a checkout that was moved is built again" answers 0 "moved <x>" "$here/omamori" x

echo "broken" >"$here/Sources/Tool/Main.swift"
verify "a failed build shows its log" explains 3 "error:" "$here/omamori"
write_tool third
echo "omamori-no-such-package" >>"$here/Tools/packages/build.txt"
verify "missing packages are named with the command" \
  explains 3 "apt-get install omamori-no-such-package" "$here/omamori"
sed -i '1s/6\.2/99.0/' "$here/Package.swift"
verify "a toolchain that is too old is named" explains 3 "Swift 99.0 or later" "$here/omamori"
verify "… in Japanese" explains 3 "Swift 99.0 以降が必要です" env OMAMORI_LANGUAGE=ja "$here/omamori"
if [[ $(toolchain_usr) != /usr ]] && bwrap --dev-bind / / true 2>/dev/null; then
  verify "an absent toolchain is explained" no_toolchain "no Swift toolchain" en
  verify "… in Japanese" no_toolchain "見つかりません" ja
else
  skip "an absent toolchain: the toolchain cannot be hidden here" 2
fi
