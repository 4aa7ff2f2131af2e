#pragma once
#include <openssl/asn1.h>
#include <openssl/err.h>
#include <openssl/objects.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>

// How often a password is hashed for the sum of a key store; 0 when the bytes are no store with a sum.
static inline long omamori_pkcs12_rounds(const unsigned char *bytes, long size) {
  PKCS12 *store = d2i_PKCS12(NULL, &bytes, size);
  long rounds = 0;
  if (store != NULL && PKCS12_mac_present(store)) {
    const ASN1_INTEGER *count = NULL;
    const X509_ALGOR *digest = NULL;
    const ASN1_OBJECT *name = NULL;
    PKCS12_get0_mac(NULL, &digest, NULL, &count, store);
    X509_ALGOR_get0(&name, NULL, NULL, digest);
    // PBMAC1 (RFC 9579) has a count of its own elsewhere.
    if (OBJ_obj2nid(name) != NID_pbmac1) rounds = count == NULL ? 1 : ASN1_INTEGER_get(count);
  }
  PKCS12_free(store);
  ERR_clear_error();
  return rounds > 0 ? rounds : 0;
}

// 1 when the sum of a key store is made with this password; NULL stands for none, which differs from an empty one.
static inline int omamori_pkcs12_opens(const unsigned char *bytes, long size, const char *password) {
  PKCS12 *store = d2i_PKCS12(NULL, &bytes, size);
  int result = store != NULL && PKCS12_mac_present(store) && PKCS12_verify_mac(store, password, -1) == 1;
  PKCS12_free(store);
  ERR_clear_error();
  return result;
}
