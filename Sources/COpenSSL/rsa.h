#pragma once
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

// The integers of a key in the order of RFC 8017, A.1.2: n, e, and of a key pair also d, p, q, dP, dQ, qInv.
enum { omamori_rsa_public_count = 2, omamori_rsa_private_count = 8 };

// 1 when n = p q, e d = 1 modulo p - 1 and q - 1, and the rest follows from them; whether p and q are prime is not
// examined.
static inline int omamori_rsa_is_consistent(BIGNUM *const v[omamori_rsa_private_count]) {
  int result = 0;
  BN_CTX *context = BN_CTX_secure_new();
  if (context == NULL) return 0;
  BN_CTX_start(context);
  BIGNUM *reduced = BN_CTX_get(context), *p1 = BN_CTX_get(context), *q1 = BN_CTX_get(context);
  const BIGNUM *n = v[0], *e = v[1], *d = v[2], *p = v[3], *q = v[4], *dp = v[5], *dq = v[6], *inverse = v[7];
  if (q1 != NULL && !BN_is_zero(p) && !BN_is_zero(q) && !BN_is_one(p) && !BN_is_one(q) && BN_cmp(d, n) < 0
      && BN_mul(reduced, p, q, context) && BN_cmp(reduced, n) == 0
      && BN_sub(p1, p, BN_value_one()) && BN_sub(q1, q, BN_value_one())
      && BN_mod_mul(reduced, e, d, p1, context) && BN_is_one(reduced)
      && BN_mod_mul(reduced, e, d, q1, context) && BN_is_one(reduced)
      && BN_nnmod(reduced, d, p1, context) && BN_cmp(reduced, dp) == 0
      && BN_nnmod(reduced, d, q1, context) && BN_cmp(reduced, dq) == 0
      && BN_cmp(inverse, p) < 0 && BN_mod_mul(reduced, inverse, q, p, context) && BN_is_one(reduced)) {
    result = 1;
  }
  BN_CTX_end(context);
  BN_CTX_free(context);
  return result;
}

// The key with `count` integers (2 or 8), big endian, which stand one behind the other in `bytes`; NULL when they do
// not belong together.
static inline EVP_PKEY *omamori_rsa_key(const unsigned char *bytes, const size_t *sizes, int count) {
  static const char *const names[omamori_rsa_private_count] = {
    OSSL_PKEY_PARAM_RSA_N, OSSL_PKEY_PARAM_RSA_E, OSSL_PKEY_PARAM_RSA_D, OSSL_PKEY_PARAM_RSA_FACTOR1,
    OSSL_PKEY_PARAM_RSA_FACTOR2, OSSL_PKEY_PARAM_RSA_EXPONENT1, OSSL_PKEY_PARAM_RSA_EXPONENT2,
    OSSL_PKEY_PARAM_RSA_COEFFICIENT1 };
  BIGNUM *values[omamori_rsa_private_count] = { NULL };
  EVP_PKEY *key = NULL;
  OSSL_PARAM *params = NULL;
  int isComplete = 1;
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  for (int i = 0; i < count && isComplete; i++) {
    values[i] = i < omamori_rsa_public_count ? BN_new() : BN_secure_new();
    isComplete = builder != NULL && values[i] != NULL && BN_bin2bn(bytes, (int)sizes[i], values[i]) != NULL
      && OSSL_PARAM_BLD_push_BN(builder, names[i], values[i]) == 1;
    bytes += sizes[i];
  }
  if (isComplete && (count == omamori_rsa_public_count || omamori_rsa_is_consistent(values))
      && (params = OSSL_PARAM_BLD_to_param(builder)) != NULL) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
    int selection = count == omamori_rsa_public_count ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR;
    if (context == NULL || EVP_PKEY_fromdata_init(context) != 1
        || EVP_PKEY_fromdata(context, &key, selection, params) != 1) key = NULL;
    EVP_PKEY_CTX_free(context);
  }
  OSSL_PARAM_free(params);
  OSSL_PARAM_BLD_free(builder);
  for (int i = 0; i < count; i++) BN_clear_free(values[i]);
  return key;
}

// What a signature is made or verified with; `mask` and `salt_size` belong to PSS only.
typedef struct {
  int is_pss;
  const char *digest;
  const char *mask;
  int salt_size;
} omamori_rsa_padding;

static inline void omamori_rsa_signature_params(const omamori_rsa_padding *padding, OSSL_PARAM params[5]) {
  int n = 0;
  const char *mode = padding->is_pss ? OSSL_PKEY_RSA_PAD_MODE_PSS : OSSL_PKEY_RSA_PAD_MODE_PKCSV15;
  params[n++] = OSSL_PARAM_construct_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, (char *)padding->digest, 0);
  params[n++] = OSSL_PARAM_construct_utf8_string(OSSL_SIGNATURE_PARAM_PAD_MODE, (char *)mode, 0);
  if (padding->is_pss) {
    params[n++] = OSSL_PARAM_construct_utf8_string(OSSL_SIGNATURE_PARAM_MGF1_DIGEST, (char *)padding->mask, 0);
    params[n++] = OSSL_PARAM_construct_int(OSSL_SIGNATURE_PARAM_PSS_SALTLEN, (int *)&padding->salt_size);
  }
  params[n] = OSSL_PARAM_construct_end();
}

static inline int omamori_rsa_sign_init(EVP_PKEY_CTX *context, const omamori_rsa_padding *padding) {
  OSSL_PARAM params[5];
  omamori_rsa_signature_params(padding, params);
  return EVP_PKEY_sign_init_ex(context, params);
}

static inline int omamori_rsa_verify_init(EVP_PKEY_CTX *context, const omamori_rsa_padding *padding) {
  OSSL_PARAM params[5];
  omamori_rsa_signature_params(padding, params);
  return EVP_PKEY_verify_init_ex(context, params);
}

// Prepares OAEP for encryption or decryption.
static inline int omamori_rsa_oaep_init(EVP_PKEY_CTX *context, int encrypts, const char *digest, const char *mask,
                                        const unsigned char *label, size_t label_size) {
  OSSL_PARAM params[5];
  int n = 0;
  params[n++] = OSSL_PARAM_construct_utf8_string(OSSL_ASYM_CIPHER_PARAM_PAD_MODE, OSSL_PKEY_RSA_PAD_MODE_OAEP, 0);
  params[n++] = OSSL_PARAM_construct_utf8_string(OSSL_ASYM_CIPHER_PARAM_OAEP_DIGEST, (char *)digest, 0);
  params[n++] = OSSL_PARAM_construct_utf8_string(OSSL_ASYM_CIPHER_PARAM_MGF1_DIGEST, (char *)mask, 0);
  if (label_size > 0) {
    params[n++] = OSSL_PARAM_construct_octet_string(OSSL_ASYM_CIPHER_PARAM_OAEP_LABEL, (void *)label, label_size);
  }
  params[n] = OSSL_PARAM_construct_end();
  return encrypts ? EVP_PKEY_encrypt_init_ex(context, params) : EVP_PKEY_decrypt_init_ex(context, params);
}
