#pragma once
#include <argon2.h>

// A composite macro, which Swift cannot import: the password's buffer is wiped as soon as it has been read.
static inline uint32_t omamori_argon2_clear_password(void) { return ARGON2_FLAG_CLEAR_PASSWORD; }
