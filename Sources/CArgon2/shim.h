#pragma once
#include <argon2.h>

// Composite macros, which Swift cannot import: the password's and the secret's buffers are wiped once they are read.
static inline uint32_t omamori_argon2_clear_inputs(void) {
  return ARGON2_FLAG_CLEAR_PASSWORD | ARGON2_FLAG_CLEAR_SECRET;
}
