// Settings and facts of TLS connections that are macros in OpenSSL.
#ifndef OMAMORI_CTLS_TLS_H
#define OMAMORI_CTLS_TLS_H

#include <openssl/ssl.h>

static inline int omamori_tls_set_minimum_version(SSL_CTX *context, int version) {
  return SSL_CTX_set_min_proto_version(context, version) == 1;
}

// Compression gives secrets away by lengths, and TLS 1.2 can change a connection's parameters while it is open.
static inline void omamori_tls_forbid_compression_and_renegotiation(SSL_CTX *context) {
  SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
}

static inline int omamori_tls_set_groups(SSL_CTX *context, const char *list) {
  return SSL_CTX_set1_groups_list(context, list) == 1;
}

static inline int omamori_tls_set_signature_algorithms(SSL_CTX *context, const char *list) {
  return SSL_CTX_set1_sigalgs_list(context, list) == 1;
}

// Asks the server for a stapled OCSP response (RFC 6066, section 8).
static inline int omamori_tls_request_status(SSL_CTX *context) {
  return SSL_CTX_set_tlsext_status_type(context, TLSEXT_STATUSTYPE_ocsp) == 1;
}

// The size of the stapled OCSP response, or -1; the bytes belong to the connection.
static inline long omamori_tls_status(SSL *connection, const unsigned char **bytes) {
  return SSL_get_tlsext_status_ocsp_resp(connection, bytes);
}

// 1 with the extended master secret, 0 without, -1 while the handshake is not over.
static inline int omamori_tls_has_extended_master_secret(SSL *connection) {
  return (int)SSL_get_extms_support(connection);
}

// Whether what an information callback is told is that the other side ends the connection (RFC 8446, section 6.1).
static inline int omamori_tls_is_close_notify(int event, int value) {
  return event == SSL_CB_READ_ALERT && (value & 0xFF) == SSL_AD_CLOSE_NOTIFY;
}

// Lets `callback` look at the stapled response in the handshake.
static inline void omamori_tls_watch_status(SSL_CTX *context, int (*callback)(SSL *, void *)) {
  SSL_CTX_set_tlsext_status_cb(context, callback);
}

#endif
