# shellcheck shell=bash
# The slow path of ./omamori: toolchain, packages, release build. Uses is_fresh and fingerprint from there.
: "${root:?}" "${state:?}" "${sources:?}"

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

# build_tool PROGRAM: under a lock, so that of two launches one builds and the other waits for it and finds a fresh binary.
build_tool() {
  local lock
  mkdir -p "$state"
  exec {lock}>"$state/lock"
  wait_for_lock "$lock"
  sources=$(fingerprint)
  if ! is_fresh "$1"; then
    require_toolchain "$root"
    require_packages_of "$1"
    build_release "$1" "$lock"
  fi
  exec {lock}>&-
}

require_packages_of() {
  local lists=("$root/Tools/packages/audit.txt")
  if [[ $1 == omamori ]]; then lists+=("$root/Tools/packages/build.txt"); fi
  require_packages "${lists[@]}"
}

wait_for_lock() {
  command -v flock >/dev/null || return 0
  if ! flock --nonblock "$1"; then
    say "omamori: another launch is building; waiting for it." "omamori: 別の起動がビルド中です。完了を待ちます。"
    flock "$1"
  fi
}

# build_release PROGRAM LOCK: the stamp is removed before a build and written after it, so an interrupted build starts again.
build_release() {
  local program=$1 lock=$2 log="$state/build.log" stamp="$state/$1.stamp"
  rm -f "$stamp"
  forget_moved_build "$root"
  trap 'stop_build 130' INT
  trap 'stop_build 143' TERM HUP
  set -m
  # A person's build is not strict, also when a check runs it: otherwise each would undo the work of the other.
  [[ -n ${OMAMORI_BUILD_FLAGS:-} ]] || unset OMAMORI_STRICT
  export OMAMORI_TOOL=1
  # shellcheck disable=SC2086 # flags are words
  (cd "$root" && exec swift build --configuration release --product "$program" \
    ${OMAMORI_BUILD_FLAGS:--Xswiftc -gline-tables-only}) </dev/null >"$log" 2>&1 {lock}>&- &
  builder=$!
  set +m
  show_progress "$builder" "$log" "$program"
  if ! wait "$builder"; then
    explain_failed_build "$log"
    exit 3
  fi
  builder=""
  trap - INT TERM HUP
  printf '%s\n%s\n' "$sources" "$(toolchain_usr)/lib/swift" >"$stamp.new"
  mv "$stamp.new" "$stamp"
}

stop_build() {
  trap '' INT TERM HUP
  stop_group "$builder"
  printf '\n' >&2
  say "omamori: the build was interrupted; the next launch takes it up again." \
    "omamori: ビルドを中断しました。次回の起動時に続きから行います。"
  exit "$1"
}

# show_progress PID LOG PROGRAM: one line that follows the build on a terminal, one line in all elsewhere.
show_progress() {
  local pid=$1 log=$2 width started=$SECONDS what
  if [[ $3 == omamori-audit ]]; then
    what=$(say_it "building the audit (about 5 minutes on 2 cores)" "監査機能をビルドしています（2 コアで約 5 分）")
  else
    what=$(say_it "building the whole tool (about 8 minutes on 2 cores)" "ツール全体をビルドしています（2 コアで約 8 分）")
  fi
  if [[ ! -t 2 ]]; then
    say "omamori: $what; later builds compile only what changed." "omamori: $what。次回からは変更したソースだけをビルドします。"
    return 0
  fi
  width=$(tput cols 2>/dev/null || echo 80)
  while kill -0 "$pid" 2>/dev/null; do
    printf '\r\033[K%.*s' "$((width - 1))" "omamori: $what $(clock $((SECONDS - started))) $(tail -n 1 "$log")" >&2
    sleep 0.2
  done
  printf '\r\033[K' >&2
}

# clock SECONDS: as M:SS.
clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

say_it() {
  if [[ $(message_language) == ja ]]; then echo "$2"; else echo "$1"; fi
}

explain_failed_build() {
  cat "$1" >&2
  say "omamori: the build failed; its whole output is above and in .build/launcher/build.log." \
    "omamori: ビルドに失敗しました。出力の全文は上と .build/launcher/build.log にあります。"
}
