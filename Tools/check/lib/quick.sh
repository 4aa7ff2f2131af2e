# shellcheck shell=bash
# Answers to an edit, without what other test targets need.
: "${root:?}"

# The test targets and where they are, one a line; the seeds of the fuzz targets are a test target of their own.
test_folders() {
  printf '%s\n' Tests/*Tests Fuzz
}

# target_names: the test targets in these folders.
target_names() {
  sed -E 's|^Tests/([^/]*).*|\1|; s|^Fuzz.*|FuzzTests|' | sort -u
}

# test_quickly NAME: builds the test targets that have a suite or a test of this name, or TARGET.NAME, and runs those tests.
test_quickly() {
  local name=${1##*[./]} target=${1%%[./]*} targets
  require_toolchain "$root"
  forget_moved_build "$root"
  if test_folders | target_names | grep -qxF "$target"; then
    targets=$target
  else
    targets=$(
      { test_folders | xargs grep -rlE --include='*.swift' "(struct|class|actor|enum|func|extension) \`?$name" || true; } |
        target_names
    )
    [[ -n $targets ]] || wrong_usage "no test target has a suite or a test called \"$name\""
  fi
  printf 'check: building %s\n' "${targets//$'\n'/, }" >&2
  export OMAMORI_TESTS=${targets//$'\n'/ } OMAMORI_STRICT=1
  find_shared OMAMORI_VECTORS ../shared/vectors
  find_shared OMAMORI_CORPUS ../shared/corpus/ios-apps.tar.xz
  swift build --quiet --product OmamoriPackageTests || return
  .build/debug/OmamoriPackageTests.xctest --testing-library swift-testing --filter "$1"
}

# select_changed: of the stages, those that look at what was changed; of the test targets, those that it reaches. Where
# nobody knows what was changed, all of them.
select_changed() {
  local list="$CHECK_STATE/changed" name paths left=()
  [[ -f $list ]] || return 0
  if [[ ! -s $list ]]; then
    echo "nothing differs from the commit that the work began with"
    exit 0
  fi
  mapfile -t paths < <(test_folders)
  OMAMORI_TESTS=$(python3 Tools/check/lib/reach.py "$list" "${paths[@]}")
  OMAMORI_TESTS=$(target_names <<<"$OMAMORI_TESTS" | paste -sd' ')
  export OMAMORI_TESTS
  for name in "${selected[@]}"; do
    case $name in
      tests | build) [[ -z $OMAMORI_TESTS ]] || left+=("$name") ;;
      # They need the whole tool as it ships.
      readme | launcher | install) ! grep -qE '^(README|Documentation/(ja/)?(libraries|command-line-crypto)|omamori$|Makefile|Tools/(shell|install))' "$list" || left+=("$name") ;;
      benchmarks) ;;
      *) left+=("$name") ;;
    esac
  done
  selected=("${left[@]}")
  if ((${#selected[@]} == 0)); then
    echo "the change reaches none of these stages"
    exit 0
  fi
}
