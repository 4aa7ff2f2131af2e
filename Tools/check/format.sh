#!/usr/bin/env bash
# Swift sources are laid out and documented as .swift-format says
# shellcheck source=lib/stage.sh
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"

need swift
# The other examples and the suite of Benchmarks/audit/accuracy are apps to audit, weak on purpose and laid out as their makers would.
for path in Package.swift Sources Plugins Tests Snippets Fuzz Benchmarks/*/{Package.swift,Sources} Tools Examples/*Fixed* Examples/Chat; do
  [[ -e $path ]] || continue
  [[ -f $path || -n $(find "$path" -name '*.swift' -print -quit) ]] || continue
  verify "format of $path" swift format lint --strict --recursive --parallel "$path"
done
