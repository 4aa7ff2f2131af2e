# shellcheck shell=bash
# Messages for a person, on standard error, in the person's language.

# Prints `ja` or `en`: OMAMORI_LANGUAGE decides, then the locale.
message_language() {
  local wanted=${OMAMORI_LANGUAGE:-${LC_ALL:-${LC_MESSAGES:-${LANG:-en}}}}
  if [[ $wanted == ja* ]]; then echo ja; else echo en; fi
}

# say ENGLISH JAPANESE
say() {
  if [[ $(message_language) == ja ]]; then printf '%s\n' "$2" >&2; else printf '%s\n' "$1" >&2; fi
}
