#ifndef BASELINE_H
#define BASELINE_H

#include <stddef.h>
#include <stdint.h>

/// A public key with a context that is set up once and copied for each verification.
typedef struct baseline_verifier baseline_verifier;

/// Takes a SubjectPublicKeyInfo in PEM; `digest` is "SHA256", or NULL for EdDSA. NULL when that fails.
baseline_verifier *baseline_verifier_new(const char *pem, const char *digest);
void baseline_verifier_free(baseline_verifier *verifier);

/// Verifies a signature of JSON Web Signature; those of ECDSA are r and s, which OpenSSL wants in DER. 1 when it holds.
int baseline_verify(
  const baseline_verifier *verifier, const uint8_t *message, size_t message_size, const uint8_t *signature,
  size_t signature_size);

#endif
