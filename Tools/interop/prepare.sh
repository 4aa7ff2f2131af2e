#!/usr/bin/env bash
# Fetches the authorization servers of the interop stage into .build/check/interop; nothing of them is installed.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=../shell/messages.sh
source "$root/Tools/shell/messages.sh"
# shellcheck source=../shell/packages.sh
source "$root/Tools/shell/packages.sh"
