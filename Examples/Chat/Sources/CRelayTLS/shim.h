// TLS and X.509 of OpenSSL 3, for a relay; what is a macro there becomes an inline function here.
#ifndef OMAMORI_CRELAYTLS_H
#define OMAMORI_CRELAYTLS_H

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <sys/eventfd.h>

static inline int relay_set_minimum_version(SSL_CTX *context, int version) {
  return SSL_CTX_set_min_proto_version(context, version) == 1;
}

// Compression gives secrets away by lengths, and TLS 1.2 can change a connection's parameters while it is open.
static inline void relay_forbid_compression_and_renegotiation(SSL_CTX *context) {
  SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
}

static inline int relay_set_groups(SSL_CTX *context, const char *list) {
  return SSL_CTX_set1_groups_list(context, list) == 1;
}

// Adds an extension in OpenSSL's notation to a certificate that is its own issuer; 1 on success.
static inline int relay_add_extension(X509 *certificate, int identifier, const char *value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
  X509_EXTENSION *made = X509V3_EXT_conf_nid(NULL, &context, identifier, value);
  int isAdded = made != NULL && X509_add_ext(certificate, made, -1) == 1;
  X509_EXTENSION_free(made);
  return isAdded;
}

// An event counter that does not block and is not inherited; negative when there are no descriptors left.
static inline int relay_make_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

#endif
