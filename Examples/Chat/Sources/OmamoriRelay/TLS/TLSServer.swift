import CRelayTLS
import Glibc
import OmamoriCore
import OmamoriCrypto

/// What all connections of a relay have in common: its certificate and key, and TLS 1.3 without sessions to resume.
///
/// OpenSSL's contexts may be used by many threads at once when they are not changed any more. Safe to use from any
/// thread.
@safe
// because nothing is changed after `init`, and OpenSSL counts references by itself
final class TLSServer: @unchecked Sendable {
  private let context: OpaquePointer

  /// Makes a server's context.
  ///
  /// - Throws: ``RelayError/certificate``.
  init(certificate: Certificate, key: RelayKey) throws(RelayError) {
    defer { ERR_clear_error() }
    guard let context = unsafe SSL_CTX_new(TLS_server_method()) else { throw .certificate }
    unsafe self.context = context
    unsafe relay_forbid_compression_and_renegotiation(context)
    unsafe SSL_CTX_set_keylog_callback(context, nil)
    // because the context is valid; a session that can be resumed needs a secret that outlives its connection
    unsafe _ = SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, Int(SSL_SESS_CACHE_OFF), nil)
    // because the context is valid; a write may take a part, and be repeated from another place of memory
    unsafe _ = SSL_CTX_ctrl(
      context, SSL_CTRL_MODE, Int(SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER), nil)
    let der = certificate.derRepresentation
    // because the context is valid and the bytes are copied during the calls
    let isReady =
      unsafe SSL_CTX_set_num_tickets(context, 0) == 1
      && relay_set_minimum_version(context, TLS1_3_VERSION) == 1
      && relay_set_groups(context, "X25519:P-256:P-384") == 1
      && der.withUnsafeBytes {
        unsafe SSL_CTX_use_certificate_ASN1(
          context, Int32($0.count), $0.bindMemory(to: UInt8.self).baseAddress) == 1
      }
      && key.document.withUnsafeBytes {
        unsafe SSL_CTX_use_PrivateKey_ASN1(
          NID_X9_62_id_ecPublicKey, context, $0.bindMemory(to: UInt8.self).baseAddress, $0.count) == 1
      }
      && SSL_CTX_check_private_key(context) == 1
    guard isReady else { throw .certificate }
  }

  deinit { unsafe SSL_CTX_free(context) }  // because connections hold references of their own

  /// The server's side of a connection over a socket that does not block; `nil` when there is no memory.
  func accept(_ descriptor: Int32) -> TLSConnection? {
    ERR_clear_error()
    guard let connection = unsafe SSL_new(context) else { return nil }
    guard unsafe SSL_set_fd(connection, descriptor) == 1 else {
      unsafe SSL_free(connection)
      return nil
    }
    unsafe SSL_set_accept_state(connection)
    return unsafe TLSConnection(connection)
  }
}
