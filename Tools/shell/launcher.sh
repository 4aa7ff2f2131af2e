# shellcheck shell=bash
# The slow path of ./omamori: toolchain, packages, release build. Uses is_fresh and fingerprint from there.
: "${root:?}" "${state:?}"

# shellcheck source=messages.sh
source "$root/Tools/shell/messages.sh"
# shellcheck source=toolchain.sh
source "$root/Tools/shell/toolchain.sh"
# shellcheck source=packages.sh
source "$root/Tools/shell/packages.sh"
# shellcheck source=checkout.sh
source "$root/Tools/shell/checkout.sh"
# shellcheck source=processes.sh
source "$root/Tools/shell/processes.sh"

builder=""

# Builds under a lock, so that of two launches one builds and the other waits for it and finds a fresh binary.
build_tool() {
  local lock
  mkdir -p "$state"
  exec {lock}>"$state/lock"
  wait_for_lock "$lock"
  if ! is_fresh; then
    require_toolchain "$root"
    require_packages "$root/Tools/packages/build.txt"
    build_release "$lock"
  fi
  exec {lock}>&-
}

wait_for_lock() {
  command -v flock >/dev/null || return 0
  if ! flock --nonblock "$1"; then
    say "omamori: another launch is building; waiting for it." "omamori: 別の起動がビルド中です。完了を待ちます。"
    flock "$1"
  fi
}

# The stamp is gone while a build runs and comes back whole at its end: an interrupted build is simply built again.
build_release() {
  local lock=$1 log="$state/build.log" before
  rm -f "$state/stamp"
  forget_moved_build "$root"
  before=$(fingerprint)
  trap 'stop_build 130' INT
  trap 'stop_build 143' TERM HUP
  set -m
  # A person's build is not strict, also when a check runs it: otherwise each would undo the work of the other.
  [[ -n ${OMAMORI_BUILD_FLAGS:-} ]] || unset OMAMORI_STRICT
  # shellcheck disable=SC2086 # flags are words
  (cd "$root" && exec swift build --configuration release --product omamori ${OMAMORI_BUILD_FLAGS:-}) </dev/null >"$log" 2>&1 {lock}>&- &
  builder=$!
  set +m
  show_progress "$builder" "$log"
  if ! wait "$builder"; then
    explain_failed_build "$log"
    exit 3
  fi
  builder=""
  trap - INT TERM HUP
  printf '%s\n%s\n' "$before" "$(toolchain_usr)/lib/swift" >"$state/stamp.new"
  mv "$state/stamp.new" "$state/stamp"
}

stop_build() {
  trap '' INT TERM HUP
  stop_group "$builder"
  printf '\n' >&2
  say "omamori: the build was interrupted; the next launch takes it up again." \
    "omamori: ビルドを中断しました。次回の起動時に続きから行います。"
  exit "$1"
}

# One line that follows the build on a terminal, one line in all elsewhere.
show_progress() {
  local pid=$1 log=$2 width
  if [[ ! -t 2 ]]; then
    say "omamori: building the tool (only when its sources change)…" "omamori: ツールをビルドしています(ソースが変わったときだけです)…"
    return 0
  fi
  width=$(tput cols 2>/dev/null || echo 80)
  while kill -0 "$pid" 2>/dev/null; do
    printf '\r\033[K%.*s' "$((width - 1))" "omamori: $(building_word) $(tail -n 1 "$log")" >&2
    sleep 0.2
  done
  printf '\r\033[K' >&2
}

building_word() {
  if [[ $(message_language) == ja ]]; then echo ビルド中; else echo building; fi
}

explain_failed_build() {
  cat "$1" >&2
  say "omamori: the build failed; its whole output is above and in .build/launcher/build.log." \
    "omamori: ビルドに失敗しました。出力の全文は上と .build/launcher/build.log にあります。"
}
