#!/usr/bin/env bash
# A package that depends on every library builds and runs with the build engine of Xcode, by version and with --deep also by path
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"
# shellcheck source=lib/symbols.sh
source Tools/check/lib/symbols.sh

need swift
need git
need python3
unset OMAMORI_STRICT OMAMORI_TOOL # An app that depends on the package does not set them.

names=$(library_products)
mapfile -t libraries <<<"$names"
need_reached "${libraries[@]/#/Sources/}"

state="$CHECK_STATE/consumer"
rm -rf "$state"
copy_repository "$state/Omamori"
# Whatever a person has configured for commits of their own.
settings=(-c user.name=check -c user.email=check@localhost -c commit.gpgsign=false -c tag.gpgsign=false -c core.hooksPath=/dev/null)
git -C "$state/Omamori" "${settings[@]}" init --quiet
git -C "$state/Omamori" "${settings[@]}" add --all
git -C "$state/Omamori" "${settings[@]}" commit --quiet --message=Copy
git -C "$state/Omamori" "${settings[@]}" tag 0.1.0

# write_consumer NAME DEPENDENCY: a program that imports every library.
write_consumer() {
  local products
  products=$(printf '.product(name: "%s", package: "Omamori"), ' "${libraries[@]}")
  mkdir -p "$state/$1/Sources/Consumer"
  cat >"$state/$1/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "Consumer", platforms: [.iOS(.v18), .macOS(.v15)], dependencies: [$2],
  targets: [.executableTarget(name: "Consumer", dependencies: [$products])])
SWIFT
  {
    printf 'import %s\n' "${libraries[@]}"
    echo '@main struct Consumer { static func main() { print(Base64URL.encode([1, 2, 3])) } }'
  } >"$state/$1/Sources/Consumer/Consumer.swift"
}

# build_consumer NAME: whole modules without optimisation or an index take the least time. The caches are the stage's own,
# since the package manager remembers which commit a version was.
#
# The package manager of Swift 6.3 itself crashes now and then while it plans: a pipe is closed that libdispatch still
# watches. Only then is the build begun again.
build_consumer() {
  local attempt status log="$CHECK_STATE/logs/consumer-$1.log"
  for attempt in 1 2 3 4; do
    status=0
    swift_build "$1" >"$log" 2>&1 || status=$?
    if ((status == 0)); then return; fi
    if ! grep -q 'dispatch_event_loop_drain' "$log"; then break; fi
    echo "the package manager crashed while planning (attempt $attempt)"
  done
  cat "$log"
  return "$status"
}

swift_build() {
  "${giving_way[@]}" swift build --build-system swiftbuild --package-path "$state/$1" \
    --cache-path "$state/cache" --config-path "$state/configuration" --security-path "$state/security" \
    --disable-index-store --configuration release -Xswiftc -Onone
}

# runs_consumer NAME
runs_consumer() {
  local folder
  folder=$(swift build --build-system swiftbuild --package-path "$state/$1" --configuration release --show-bin-path)
  [[ $("$folder/Consumer") == AQID ]]
}

write_consumer path '.package(path: "../Omamori")'
write_consumer version ".package(url: \"file://$state/Omamori\", exact: \"0.1.0\")"
# What is accepted by version is accepted by path, where unsafe flags are allowed as well.
kinds=(version)
if [[ -n ${OMAMORI_DEEP:-} ]]; then kinds+=(path); fi
for kind in "${kinds[@]}"; do
  verify "every library builds as a dependency by $kind" build_consumer "$kind"
  verify "a program that depends on every library by $kind runs" runs_consumer "$kind"
done
rm -rf "$state"
