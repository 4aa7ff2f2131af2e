# shellcheck shell=bash
# Builds the fuzz targets: the modules under test are compiled with libFuzzer's and the address sanitizer's instruments.
: "${root:?}" "${CHECK_STATE:?}" "${giving_way:?}"
# shellcheck source=imports.sh
source Tools/check/lib/imports.sh

fuzz_state="$root/.build/fuzz"
fuzz_optimised=(OmamoriSystem OmamoriCore OmamoriATS OmamoriRelay)

# A run has few seconds, so it gives way less than compilers do.
fuzz_compiler=("${giving_way[@]}" swiftc)
fuzz_runner=(nice -n 4)

# The settings of Package.swift that change what a source means; its strictness is checked by the build.
fuzz_settings=(-swift-version 6 -parse-as-library -O "-sanitize=fuzzer,address" -package-name omamori -enable-testing)
for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility NonisolatedNonsendingByDefault \
  InferIsolatedConformances; do
  fuzz_settings+=(-enable-upcoming-feature "$feature")
done
fuzz_settings+=(-enable-experimental-feature Lifetimes -I "$fuzz_state/modules")

# Modules of C libraries, and the SwiftSyntax inside the toolchain.
fuzz_search_paths() {
  local map folder name host
  for map in "$root"/{,Examples/Chat/}Sources/*/module.modulemap; do
    if [[ -f $map ]]; then fuzz_settings+=(-I "$(dirname "$map")"); fi
  done
  # Targets with C sources mostly have no map of their own; the package manager makes one too.
  for folder in "$root"/Sources/*/include; do
    if [[ -f $folder/module.modulemap ]]; then
      fuzz_settings+=(-I "$folder")
      continue
    fi
    name=$(basename "$(dirname "$folder")")
    mkdir -p "$fuzz_state/maps/$name"
    echo "module $name { umbrella \"$folder\" export * }" >"$fuzz_state/maps/$name/module.modulemap"
    fuzz_settings+=(-I "$fuzz_state/maps/$name")
  done
  host="$(toolchain_usr)/lib/swift/host"
  if [[ -d $host ]]; then fuzz_settings+=(-I "$host" -L "$host" -Xlinker -rpath -Xlinker "$host"); fi
}

# fuzz_target_names: the targets in Fuzz.
fuzz_target_names() {
  find Fuzz -maxdepth 1 -name '*.swift' ! -name Entry.swift ! -name Expect.swift | sed 's|.*/||; s|\.swift$||' | LC_ALL=C sort
}

# reached_fuzz_targets: those that the change can reach, by their modules or their seeds.
reached_fuzz_targets() {
  local names target folder seeds=() paths
  mapfile -t seeds < <(sed -n 's|^// seeds: *||p' Fuzz/*.swift | sort -u)
  paths=$(reached Fuzz/*.swift Fuzz/corpus/* "${seeds[@]}") || return
  names=$(sed -E 's|^Fuzz/(corpus/)?||; s|\.swift$||' <<<"$paths")
  fuzz_target_names | while read -r target; do
    folder=$(sed -n 's|^// seeds: *||p' "Fuzz/$target.swift")
    if grep -qxE "Entry|Expect|$target${folder:+|$folder}" <<<"$names"; then echo "$target"; fi
  done
}

# fuzz_groups: `PROGRAM TARGET` for each target. Targets that need the same modules share a program, named after the first.
fuzz_groups() {
  local target name key names=()
  local -A below=() first=()
  while read -r target; do
    key=""
    mapfile -t names < <(imported_modules "Fuzz/$target.swift")
    for name in "${names[@]}"; do
      below[$name]=${below[$name]:-$(modules_in_order "$(module_folder "$name")" && echo "$name")}
      key+="${below[$name]}"$'\n'
    done
    key=$(sort -u <<<"$key")
    first[$key]=${first[$key]:-$target}
    echo "${first[$key]} $target"
  done < <(fuzz_target_names)
}

# fuzz_steps: the steps KIND-NAME and what each needs, as a makefile. `make` builds each module once, and two at a time.
fuzz_steps() {
  local name program
  echo ".PHONY: objects"
  echo "objects: ; @bash Tools/check/fuzz.sh step objects all"
  while read -r name; do
    echo "module-$name: $(imported_modules "$(module_folder "$name")" | sed 's/^/module-/' | tr '\n' ' ')"
    printf '\t@bash Tools/check/fuzz.sh step module %s\n' "$name"
  done < <(modules_in_order Fuzz)
  while read -r program name; do
    if [[ $program == "$name" ]]; then
      echo "program-$name: objects $(imported_modules "Fuzz/$name.swift" | sed 's/^/module-/' | tr '\n' ' ')"
      printf '\t@bash Tools/check/fuzz.sh step program %s\n' "$name"
    else
      echo "program-$name: program-$program"
    fi
    printf 'run-%s: program-%s\n\t@bash Tools/check/fuzz.sh step run %s\n' "$name" "$program" "$name"
  done <"$fuzz_state/groups"
}

# make_fuzz ARGUMENT…: brings steps up to date, as many at a time as there are cores.
make_fuzz() {
  mkdir -p "$fuzz_state/done"
  fuzz_groups >"$fuzz_state/groups"
  fuzz_steps | env -u MAKEFLAGS -u MAKELEVEL make --no-print-directory --output-sync=target --jobs="$(nproc)" -f - "$@"
}

# is_newer FILE PATH…: FILE exists and nothing in PATH… was changed after it.
is_newer() {
  local file=$1
  shift
  [[ -f $file && -z $(find "$@" -newer "$file" -print -quit) ]]
}

# module_sources NAME: written ones, and the list of rules that a plugin writes where the package manager builds.
module_sources() {
  find "$(module_folder "$1")" -name '*.swift'
  if [[ $1 == AuditRules ]]; then list_rules "Sources/$1"; fi
}

# list_rules FOLDER: writes the list of the rules in FOLDER and says where it is.
list_rules() {
  local generator="$fuzz_state/RuleCatalogGenerator" list="$fuzz_state/RuleCatalog+All.swift" rules=()
  mkdir -p "$fuzz_state"
  if ! is_newer "$generator" Sources/RuleCatalogGenerator; then
    "${fuzz_compiler[@]}" -swift-version 6 -parse-as-library -o "$generator" Sources/RuleCatalogGenerator/*.swift || return
  fi
  mapfile -t rules < <(find "$root/$1" -name '*.swift' | LC_ALL=C sort)
  "$generator" "$list" "${rules[@]}" && echo "$list"
}

# build_fuzz_module NAME
build_fuzz_module() {
  local name=$1 object="$fuzz_state/modules/$1.o" folder sources=() needed=() speed=()
  folder=$(module_folder "$name")
  mapfile -t needed < <(modules_in_order "$folder" | sed "s|.*|$fuzz_state/modules/&.o|")
  is_newer "$object" "$folder" "${needed[@]}" && return 0
  mapfile -t sources < <(module_sources "$name")
  # Decoders of these small modules get several times the inputs; others would be optimised for longer than they are fuzzed.
  if [[ " ${fuzz_optimised[*]} " != *" $name "* ]]; then speed=(-Onone); fi
  mkdir -p "$fuzz_state/modules"
  rm -f "$object"
  # An example is a package of its own, and sees what is public.
  if [[ $folder == Examples/* ]]; then speed+=(-package-name example); fi
  "${fuzz_compiler[@]}" "${fuzz_settings[@]}" "${speed[@]}" -whole-module-optimization -suppress-warnings -module-name "$name" \
    -emit-module -emit-module-path "$fuzz_state/modules/$name.swiftmodule" -emit-object -o "$object.new" "${sources[@]}"
  mv "$object.new" "$object"
}

# build_fuzz_objects: of the targets with C sources.
build_fuzz_objects() {
  local source object
  for source in Sources/*/*.c; do
    object="$fuzz_state/objects/$source.o"
    is_newer "$object" "$(dirname "$source")" && continue
    mkdir -p "$(dirname "$object")"
    clang -O1 -g -fsanitize=address -I "$(dirname "$source")/include" -c "$source" -o "$object"
  done
}

# build_fuzz_program NAME: the program of this group, and a link to it by the name of each of its targets.
build_fuzz_program() {
  local program="$fuzz_state/programs/$1" name modules=() objects=() targets=() sources=(Fuzz/{Entry,Expect}.swift)
  mapfile -t targets < <(awk -v program="$1" '$1 == program { print $2 }' "$fuzz_state/groups")
  for name in "${targets[@]}"; do sources+=("Fuzz/$name.swift"); done
  mapfile -t modules < <(modules_in_order "${sources[@]}")
  objects=("${modules[@]/#/$fuzz_state/modules/}")
  objects=("${objects[@]/%/.o}")
  while read -r name; do
    if [[ -d Sources/$name/include ]]; then objects+=("$fuzz_state/objects/Sources/$name"/*.o); fi
  done < <(for name in "${modules[@]}"; do imported_names "$(module_folder "$name")"; done | sort -u)
  if ! is_newer "$program" "${sources[@]}" "${objects[@]}"; then
    mkdir -p "$fuzz_state/programs"
    {
      echo "let targets: [String: @Sendable ([UInt8]) -> Void] = ["
      for name in "${targets[@]}"; do echo "  \"$name\": fuzz$name,"; done
      echo "]"
    } >"$program+Targets.swift"
    "${fuzz_compiler[@]}" "${fuzz_settings[@]}" -whole-module-optimization -module-name "Fuzz$1" -o "$program" "$program+Targets.swift" \
      "${sources[@]}" "${objects[@]}"
  fi
  for name in "${targets[@]}"; do ln -sfn "programs/$1" "$fuzz_state/$name"; done
}

# run_fuzz_target NAME SECONDS: what was found in earlier runs is kept in .build/fuzz/corpus and used again.
run_fuzz_target() {
  local name=$1 seconds=$2 found="$fuzz_state/corpus/$1" crashes="$fuzz_state/crashes/$1" corpus=() more=() settings=()
  mkdir -p "$found" "$crashes" "Fuzz/corpus/$name"
  mapfile -t more < <(sed -n 's|^// seeds: *||p' "Fuzz/$name.swift")
  read -ra settings < <(sed -n 's|^// environment: *\([^(]*\).*|\1|p' "Fuzz/$name.swift") || true
  corpus=("$found" "Fuzz/corpus/$name" "${more[@]}")
  # The crash handler of the Swift runtime waits for a debugger that libFuzzer does not let in.
  "${fuzz_runner[@]}" env SWIFT_BACKTRACE=enable=no "${settings[@]}" "$fuzz_state/$name" -seed="$((${OMAMORI_SEED:-1} % 4294967295 + 1))" \
    -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 -artifact_prefix="$crashes/" \
    -print_final_stats=1 "${corpus[@]}"
}
