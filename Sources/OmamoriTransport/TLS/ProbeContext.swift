#if !canImport(Darwin)
import CTLS
import OmamoriCore

/// What is offered in one handshake with a server that is examined, weak things among it.
///
/// Nothing is ever sent over such a connection, and nobody is trusted because of it: the chain is looked at afterwards.
// because the context is freed with this object and belongs to it alone
@safe
final class ProbeContext {
  private let context: OpaquePointer

  /// The suites with an RSA key exchange that App Transport Security can be made to allow.
  private static let rsaSuites = ["AES256-GCM-SHA384", "AES128-GCM-SHA256", "AES256-SHA", "AES128-SHA"]
  /// Groups for key exchange; those after the fourth are for servers that have nothing better.
  private static let groups =
    TLSSettings.groups + ["X448", "ffdhe2048", "ffdhe3072", "secp256k1", "secp224r1", "prime192v1"]
  /// HTTP/2 and HTTP/1.1, as they are sent (RFC 7301).
  private static let applicationProtocols: [UInt8] = [2] + Array("h2".utf8) + [8] + Array("http/1.1".utf8)
  /// The most bytes of certificates that are read.
  private static let greatestChainSize = 256 * 1024

  /// Sets up an offer.
  ///
  /// - Throws: ``TransportError/backend(code:)``.
  init(_ offer: HandshakeOffer) throws(TransportError) {
    guard let context = unsafe SSL_CTX_new(TLS_client_method()) else { throw TLSFailure.take() }
    unsafe self.context = unsafe context
    // Level 0 lets the handshake get as far as the certificate, so that what is too weak is named by those who judge it.
    let suites = Self.suites(offer).joined(separator: ":") + ":@SECLEVEL=0"
    unsafe omamori_tls_forbid_compression_and_renegotiation(context)
    unsafe omamori_tls_set_greatest_chain_size(context, Self.greatestChainSize)
    unsafe SSL_CTX_set_verify(context, SSL_VERIFY_NONE, nil)
    guard unsafe SSL_CTX_set_cipher_list(context, suites) == 1,
      unsafe omamori_tls_set_minimum_version(context, Int32(offer.versions.lowerBound)) == 1,
      unsafe omamori_tls_set_maximum_version(context, Int32(offer.versions.upperBound)) == 1,
      unsafe SSL_CTX_set_ciphersuites(context, TLSSettings.suites13.joined(separator: ":")) == 1,
      unsafe omamori_tls_set_groups(context, Self.groups.joined(separator: ":")) == 1,
      unsafe omamori_tls_request_status(context) == 1,
      // because the bytes are copied during the call; 0 is success here
      unsafe SSL_CTX_set_alpn_protos(
        context, Self.applicationProtocols, UInt32(Self.applicationProtocols.count)) == 0
    else { throw TLSFailure.take() }
  }

  deinit { unsafe SSL_CTX_free(context) }

  private static func suites(_ offer: HandshakeOffer) -> [String] {
    switch offer {
    case .standard, .tls13, .tls12: TLSSettings.suites12
    case .tls12RSA: rsaSuites
    case .tls12Any, .tls11, .tls10:
      TLSSettings.suites12 + rsaSuites + ["ALL", "COMPLEMENTOFALL", "!PSK", "!SRP"]
    }
  }

  /// Calls `body` with the `SSL_CTX`.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { unsafe body(context) }
}
#endif
