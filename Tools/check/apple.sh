#!/usr/bin/env bash
# The code that ships on Apple systems compiles for iOS, Mac Catalyst, macOS and visionOS (Tools/apple-check), and the checker finds planted faults
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"

need swift
need python3
checker=Tools/apple-check/apple-check
if [[ ! -x $checker ]]; then
  unavailable "$checker is not there"
  exit 0
fi
names=$("$checker" --list | grep -oE 'Omamori[A-Za-z]*' | sort -u)
mapfile -t modules <<<"$names"
need_reached "${modules[@]/#/Sources/}" Tools/apple-check
verify "apple-check finds the faults planted for it" "${giving_way[@]}" "$checker" --self-test
verify "apple-check of every target that ships on Apple systems" "${giving_way[@]}" "$checker"
