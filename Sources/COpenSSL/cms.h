#pragma once
#include <openssl/bio.h>
#include <openssl/cms.h>
#include <openssl/err.h>
#include <openssl/objects.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>

// What came of a signed message; the caller frees `content` and `signer` with OPENSSL_free.
typedef struct {
  unsigned char *content;
  size_t content_size;
  unsigned char *signer;
  size_t signer_size;
} omamori_cms_result;

enum { omamori_cms_valid = 1, omamori_cms_refused = 0, omamori_cms_malformed = -1 };

// Stands for any moment: the certificates' times are not looked at.
#define OMAMORI_CMS_ANY_TIME INT64_MIN

// A store that trusts one certificate, at a moment, with no purpose beyond what CMS asks for.
static inline X509_STORE *omamori_cms_store(X509 *root, int64_t moment) {
  X509_STORE *store = X509_STORE_new();
  X509_VERIFY_PARAM *param = X509_VERIFY_PARAM_new();
  int isReady = store != NULL && param != NULL && X509_STORE_add_cert(store, root) == 1;
  if (isReady) {
    if (moment == OMAMORI_CMS_ANY_TIME) {
      X509_VERIFY_PARAM_set_flags(param, X509_V_FLAG_NO_CHECK_TIME);
    } else {
      X509_VERIFY_PARAM_set_time(param, (time_t)moment);
    }
    X509_VERIFY_PARAM_set_depth(param, 3);
    X509_VERIFY_PARAM_set_auth_level(param, 2);
    isReady = X509_STORE_set1_param(store, param) == 1;
  }
  X509_VERIFY_PARAM_free(param);
  if (isReady) return store;
  X509_STORE_free(store);
  return NULL;
}

// 1 for exactly one signer with SHA-2, and not more certificates than a chain has.
static inline int omamori_cms_is_plain(CMS_ContentInfo *message) {
  STACK_OF(CMS_SignerInfo) *signers = CMS_get0_SignerInfos(message);
  STACK_OF(X509) *certificates = CMS_get1_certs(message);
  int result = certificates != NULL && sk_X509_num(certificates) <= 8 && signers != NULL
    && sk_CMS_SignerInfo_num(signers) == 1;
  sk_X509_pop_free(certificates, X509_free);
  if (!result) return 0;
  X509_ALGOR *algorithm = NULL;
  CMS_SignerInfo_get0_algs(sk_CMS_SignerInfo_value(signers, 0), NULL, NULL, &algorithm, NULL);
  if (algorithm == NULL) return 0;
  int digest = OBJ_obj2nid(algorithm->algorithm);
  return digest == NID_sha256 || digest == NID_sha384 || digest == NID_sha512;
}

// The verified content of a signed message with one signer, whose chain ends at `root` at a moment.
static inline int omamori_cms_verify(const unsigned char *bytes, size_t size, const unsigned char *root_bytes,
                                     size_t root_size, int64_t moment, omamori_cms_result *result) {
  int outcome = omamori_cms_malformed;
  const unsigned char *cursor = bytes, *root_cursor = root_bytes;
  CMS_ContentInfo *message = d2i_CMS_ContentInfo(NULL, &cursor, (long)size);
  X509 *root = d2i_X509(NULL, &root_cursor, (long)root_size);
  X509_STORE *store = NULL;
  STACK_OF(X509) *signers = NULL;
  BIO *content = BIO_new(BIO_s_mem());
  if (message != NULL && root != NULL && content != NULL && cursor == bytes + size
      && OBJ_obj2nid(CMS_get0_type(message)) == NID_pkcs7_signed
      && OBJ_obj2nid(CMS_get0_eContentType(message)) == NID_pkcs7_data && omamori_cms_is_plain(message)
      && (store = omamori_cms_store(root, moment)) != NULL) {
    outcome = omamori_cms_refused;
    if (CMS_verify(message, NULL, store, NULL, content, CMS_BINARY) == 1
        && (signers = CMS_get0_signers(message)) != NULL && sk_X509_num(signers) == 1) {
      const char *data = NULL;
      long count = BIO_get_mem_data(content, &data);
      unsigned char *signer = NULL;
      int signer_size = i2d_X509(sk_X509_value(signers, 0), &signer);
      result->content = count > 0 ? OPENSSL_memdup(data, (size_t)count) : NULL;
      result->signer = signer;
      if (result->content != NULL && signer_size > 0) {
        result->content_size = (size_t)count;
        result->signer_size = (size_t)signer_size;
        outcome = omamori_cms_valid;
      } else {
        OPENSSL_free(result->content);
        OPENSSL_free(signer);
      }
    }
  }
  sk_X509_free(signers);
  X509_STORE_free(store);
  BIO_free(content);
  X509_free(root);
  CMS_ContentInfo_free(message);
  ERR_clear_error();
  return outcome;
}

static inline void omamori_cms_free(omamori_cms_result *result) {
  OPENSSL_free(result->content);
  OPENSSL_free(result->signer);
}
