// What an examination of a server needs of connections that is a macro in OpenSSL, or not known to Swift.
#ifndef OMAMORI_CTLS_PROBE_H
#define OMAMORI_CTLS_PROBE_H

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/eventfd.h>

static inline int omamori_tls_set_maximum_version(SSL_CTX *context, int version) {
  return SSL_CTX_set_max_proto_version(context, version) == 1;
}

// The name that the client asks for (RFC 6066, section 3); copied.
static inline int omamori_tls_set_server_name(SSL *connection, const char *name) {
  return SSL_set_tlsext_host_name(connection, name) == 1;
}

// The most bytes of certificates that are read.
static inline void omamori_tls_set_greatest_chain_size(SSL_CTX *context, long size) {
  SSL_CTX_set_max_cert_list(context, size);
}

// The server's key of an ephemeral key exchange, which the caller frees; NULL without one.
static inline EVP_PKEY *omamori_tls_exchange_key(SSL *connection) {
  EVP_PKEY *key = NULL;
  return SSL_get_peer_tmp_key(connection, &key) == 1 ? key : NULL;
}

// The digest of the server's signature in the handshake, or NID_undef.
static inline int omamori_tls_signature_digest(SSL *connection) {
  int identifier = NID_undef;
  return SSL_get_peer_signature_nid(connection, &identifier) == 1 ? identifier : NID_undef;
}

// The reason of the oldest error of this thread, or 0; those from 1000 on are alerts of the other side.
static inline int omamori_tls_oldest_reason(void) {
  unsigned long code = ERR_peek_error();
  return code == 0 ? 0 : ERR_GET_REASON(code);
}

// An event counter that does not block and is not inherited; negative when there are no descriptors left.
static inline int omamori_probe_make_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

#endif
