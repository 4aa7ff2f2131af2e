#include "baseline.h"

#include <openssl/bio.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <stdlib.h>

struct baseline_verifier {
  EVP_PKEY *key;
  EVP_MD_CTX *template;
  EVP_MD_CTX *working;
  int is_ecdsa;
};

baseline_verifier *baseline_verifier_new(const char *pem, const char *digest) {
  baseline_verifier *verifier = calloc(1, sizeof *verifier);
  BIO *text = BIO_new_mem_buf(pem, -1);
  verifier->key = PEM_read_bio_PUBKEY(text, NULL, NULL, NULL);
  BIO_free(text);
  verifier->template = EVP_MD_CTX_new();
  verifier->working = EVP_MD_CTX_new();
  if (verifier->key != NULL &&
      EVP_DigestVerifyInit_ex(verifier->template, NULL, digest, NULL, NULL, verifier->key, NULL) == 1) {
    verifier->is_ecdsa = EVP_PKEY_is_a(verifier->key, "EC");
    return verifier;
  }
  baseline_verifier_free(verifier);
  return NULL;
}

void baseline_verifier_free(baseline_verifier *verifier) {
  EVP_MD_CTX_free(verifier->template);
  EVP_MD_CTX_free(verifier->working);
  EVP_PKEY_free(verifier->key);
  free(verifier);
}

static int verify_der(
  const baseline_verifier *verifier, const uint8_t *message, size_t message_size, const uint8_t *signature,
  size_t signature_size) {
  return EVP_MD_CTX_copy_ex(verifier->working, verifier->template) == 1 &&
    EVP_DigestVerify(verifier->working, signature, signature_size, message, message_size) == 1;
}

int baseline_verify(
  const baseline_verifier *verifier, const uint8_t *message, size_t message_size, const uint8_t *signature,
  size_t signature_size) {
  if (!verifier->is_ecdsa) return verify_der(verifier, message, message_size, signature, signature_size);
  ECDSA_SIG *integers = ECDSA_SIG_new();
  int half = (int)signature_size / 2;
  ECDSA_SIG_set0(integers, BN_bin2bn(signature, half, NULL), BN_bin2bn(signature + half, half, NULL));
  uint8_t der[160], *place = der;
  int count = i2d_ECDSA_SIG(integers, &place);
  ECDSA_SIG_free(integers);
  return count > 0 && verify_der(verifier, message, message_size, der, (size_t)count);
}
