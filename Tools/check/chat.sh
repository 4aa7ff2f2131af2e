#!/usr/bin/env bash
# Examples/Chat, which depends on the libraries from outside, builds and passes its tests (with --deep under ThreadSanitizer, too)
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"
# shellcheck source=lib/counting.sh
source Tools/check/lib/counting.sh

need swift
need python3
package=Examples/Chat
scratch="$CHECK_STATE/chat"
report="$CHECK_STATE/chat.xml"
rm -f "$report"
need_reached "$package/Sources" "$package/Tests" "$package/Package.swift"

if ! quietly chat-build "${giving_way[@]}" swift build --package-path "$package" --scratch-path "$scratch" --build-tests \
  --explicit-target-dependency-import-check error "${whole_modules[@]}"; then
  fail "build of $package"
  exit 0
fi
pass "build of $package"

# Most of them wait for programs that they start, and many of them at once would wait for each other. A process in the
# background ignores Ctrl-C, and so would the programs whose answer to it is tested.
status=0
quietly chat-tests env --default-signal=INT,QUIT "$scratch/debug/OmamoriChatPackageTests.xctest" \
  --testing-library swift-testing --no-parallel --xunit-output "$report" || status=$?
count_tests "$package/Tests" "$status" "$report"

if [[ -n ${OMAMORI_DEEP:-} ]]; then
  export TSAN_OPTIONS="suppressions='$root/Tools/check/false-races.txt'"
  verify "the server of $package under ThreadSanitizer" "${giving_way[@]}" swift test "${whole_modules[@]}" --package-path "$package" \
    --scratch-path "$scratch-tsan" --disable-xctest --sanitize=thread --no-parallel \
    --filter '[./](RelayConversationTests|HostileClientTests)/'
fi
