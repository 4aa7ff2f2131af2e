#include "baseline.h"

#include <openssl/core_names.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

size_t baseline_hkdf(size_t count, const uint8_t key[32], const uint8_t salt[32], const uint8_t info[16]) {
  EVP_KDF *algorithm = EVP_KDF_fetch(NULL, "HKDF", NULL);
  EVP_KDF_CTX *context = algorithm ? EVP_KDF_CTX_new(algorithm) : NULL;
  size_t done = 0;
  while (context && done < count) {
    uint8_t derived[32];
    OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, "SHA256", 0),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key, 32),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, 32),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, 16),
      OSSL_PARAM_construct_end(),
    };
    EVP_KDF_CTX_reset(context);
    if (EVP_KDF_derive(context, derived, sizeof derived, parameters) != 1) break;
    done++;
  }
  EVP_KDF_CTX_free(context);
  EVP_KDF_free(algorithm);
  return done;
}
