// Certificates and chains: stacks of OpenSSL are macros, which Swift cannot import.
#ifndef OMAMORI_CTLS_X509_H
#define OMAMORI_CTLS_X509_H

#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

static inline STACK_OF(X509) *omamori_chain_new(void) { return sk_X509_new_null(); }

static inline int omamori_chain_count(const STACK_OF(X509) *chain) { return chain == NULL ? 0 : sk_X509_num(chain); }

static inline X509 *omamori_chain_get(const STACK_OF(X509) *chain, int index) { return sk_X509_value(chain, index); }

// Takes the certificate over; 1 on success.
static inline int omamori_chain_append(STACK_OF(X509) *chain, X509 *certificate) {
  return sk_X509_push(chain, certificate) > 0;
}

static inline void omamori_chain_free(STACK_OF(X509) *chain) { sk_X509_pop_free(chain, X509_free); }

static inline int omamori_store_count(X509_STORE *store) {
  return sk_X509_OBJECT_num(X509_STORE_get0_objects(store));
}

// The TLS connection that a verification belongs to.
static inline SSL *omamori_verification_connection(X509_STORE_CTX *context) {
  return (SSL *)X509_STORE_CTX_get_ex_data(context, SSL_get_ex_data_X509_STORE_CTX_idx());
}

#endif
