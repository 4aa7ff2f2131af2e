# shellcheck shell=bash
# Which modules of the repository Swift sources import, and where they are.

# module_folder NAME: where the sources of a module are; those of an example follow the libraries'.
module_folder() {
  if [[ -d Sources/$1 ]]; then echo "Sources/$1"; else echo "Examples/Chat/Sources/$1"; fi
}

# imported_names PATH…: the modules that these sources import.
imported_names() {
  grep -rhoE --include='*.swift' '^ *(@[a-zA-Z_()]+ +)*((public|package|internal) +)?import +[A-Za-z]+' "$@" |
    awk '{ print $NF }' | sort -u
}

# imported_modules PATH…: the Swift modules of this package that these sources import.
imported_modules() {
  local name folder
  imported_names "$@" | while read -r name; do
    folder=$(module_folder "$name")
    if [[ -d $folder && ! -f $folder/module.modulemap && ! -d $folder/include ]]; then
      echo "$name"
    fi
  done
}

# modules_in_order PATH…: these modules and the ones they need, each after the ones it needs.
modules_in_order() {
  local name
  while read -r name; do
    modules_in_order "$(module_folder "$name")"
    echo "$name"
  done < <(imported_modules "$@") | awk '!seen[$0]++'
}
