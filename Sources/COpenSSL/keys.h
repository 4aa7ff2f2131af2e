#pragma once
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/params.h>

// A key from its parameters; `selection` is EVP_PKEY_KEYPAIR or EVP_PKEY_PUBLIC_KEY, macros that Swift cannot import.
static inline EVP_PKEY *omamori_key_from_params(const char *algorithm, int selection, OSSL_PARAM *params) {
  EVP_PKEY *key = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, algorithm, NULL);
  if (context != NULL && EVP_PKEY_fromdata_init(context) == 1) {
    if (EVP_PKEY_fromdata(context, &key, selection, params) != 1) key = NULL;
  }
  EVP_PKEY_CTX_free(context);
  return key;
}

// The public key with this encoded point; NULL unless the point lies on the curve.
static inline EVP_PKEY *omamori_ec_public_key(const char *curve, const unsigned char *point, size_t size) {
  OSSL_PARAM params[3];
  params[0] = OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)curve, 0);
  params[1] = OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, size);
  params[2] = OSSL_PARAM_construct_end();
  return omamori_key_from_params("EC", EVP_PKEY_PUBLIC_KEY, params);
}

// The key pair with this scalar (little or big endian as the machine is) and its encoded point.
static inline EVP_PKEY *omamori_ec_key_pair(const char *curve, unsigned char *native_scalar, size_t scalar_size,
                                            const unsigned char *point, size_t point_size) {
  OSSL_PARAM params[4];
  params[0] = OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)curve, 0);
  params[1] = OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_PRIV_KEY, native_scalar, scalar_size);
  params[2] = OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, point_size);
  params[3] = OSSL_PARAM_construct_end();
  return omamori_key_from_params("EC", EVP_PKEY_KEYPAIR, params);
}

// The key pair of X25519 with these 32 and 32 bytes, which are taken to belong together: nothing is derived.
static inline EVP_PKEY *omamori_x25519_key_pair(const unsigned char *secret, const unsigned char *public_key) {
  OSSL_PARAM params[3];
  params[0] = OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, (void *)secret, 32);
  params[1] = OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)public_key, 32);
  params[2] = OSSL_PARAM_construct_end();
  return omamori_key_from_params("X25519", EVP_PKEY_KEYPAIR, params);
}

// The uncompressed point of a non-zero scalar (big endian) below the order; 1 on success.
static inline int omamori_ec_point_of_scalar(const EC_GROUP *group, const unsigned char *scalar, size_t size,
                                             unsigned char *point, size_t point_size) {
  int result = 0;
  BN_CTX *context = BN_CTX_secure_new();
  BIGNUM *number = BN_secure_new();
  EC_POINT *product = EC_POINT_new(group);
  if (context != NULL && number != NULL && product != NULL && BN_bin2bn(scalar, (int)size, number) != NULL) {
    BN_set_flags(number, BN_FLG_CONSTTIME);
    if (EC_POINT_mul(group, product, number, NULL, NULL, context) == 1) {
      result = EC_POINT_point2oct(group, product, POINT_CONVERSION_UNCOMPRESSED, point, point_size, context)
        == point_size;
    }
  }
  EC_POINT_free(product);
  BN_clear_free(number);
  BN_CTX_free(context);
  return result;
}

// The uncompressed form of an encoded point; 1 on success, 0 unless the point lies on the curve.
static inline int omamori_ec_uncompressed_point(const EC_GROUP *group, const unsigned char *encoded, size_t size,
                                                unsigned char *point, size_t point_size) {
  int result = 0;
  EC_POINT *decoded = EC_POINT_new(group);
  if (decoded != NULL && EC_POINT_oct2point(group, decoded, encoded, size, NULL) == 1) {
    result = EC_POINT_point2oct(group, decoded, POINT_CONVERSION_UNCOMPRESSED, point, point_size, NULL)
      == point_size;
  }
  EC_POINT_free(decoded);
  return result;
}
