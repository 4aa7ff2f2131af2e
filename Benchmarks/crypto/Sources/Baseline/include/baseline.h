#ifndef BASELINE_H
#define BASELINE_H

#include <stddef.h>
#include <stdint.h>

/// Derives a 32-byte key with OpenSSL's own HKDF (SHA-256) again and again: the algorithm and the context are fetched
/// once, and each derivation gives all parameters anew, as `openssl speed` would if it measured HKDF.
///
/// Returns the number of derivations that worked.
size_t baseline_hkdf(size_t count, const uint8_t key[32], const uint8_t salt[32], const uint8_t info[16]);

#endif
