import CTLS
import OmamoriCore
import OmamoriTransport

/// The client's side of a handshake between memory and memory; whoever has a socket moves the bytes.
// because the connection is freed with this value, belongs to it alone, and owns both buffers
@safe
struct ProbeConnection: ~Copyable {
  /// What a step of a handshake comes to.
  enum Progress: Equatable {
    /// More of the server's answer is needed.
    case needsInput
    /// It is complete.
    case complete
    /// The server refused with an alert.
    case alert(UInt8)
    /// It failed for a reason of OpenSSL's.
    case failed(reason: Int)
  }

  private let context: ProbeContext
  private let connection: OpaquePointer
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer
  private let inquiry = ProbeInquiry()

  /// Alerts that were received are reasons from this number on.
  private static let firstAlertReason = 1000

  /// Prepares a handshake.
  ///
  /// - Throws: `TransportError.backend(code:)`.
  init(_ offer: HandshakeOffer, host: HostName) throws(TransportError) {
    let context = try ProbeContext(offer)
    guard let connection = unsafe context.withPointer({ unsafe SSL_new($0) }) else { throw TLSFailure.take() }
    guard let incoming = unsafe BIO_new(BIO_s_mem()), let outgoing = unsafe BIO_new(BIO_s_mem()) else {
      unsafe SSL_free(connection)
      throw TLSFailure.take()
    }
    unsafe SSL_set_bio(connection, incoming, outgoing)
    unsafe SSL_set_connect_state(connection)
    // because the inquiry lives as long as this value, which owns the connection
    unsafe SSL_set_cert_cb(connection, noteInquiry, Unmanaged.passUnretained(inquiry).toOpaque())
    let isReady = unsafe host.isAddress || omamori_tls_set_server_name(connection, host.description) == 1
    guard isReady else {
      unsafe SSL_free(connection)
      throw TLSFailure.take()
    }
    self.context = context
    unsafe (self.connection, self.incoming, self.outgoing) = unsafe (connection, incoming, outgoing)
  }

  deinit { unsafe SSL_free(connection) }

  /// Whether the server asked for a client certificate.
  var isAskedForCertificate: Bool { inquiry.isMade }

  /// Goes on with the handshake as far as the bytes that were taken go.
  func handshake() -> Progress {
    ERR_clear_error()
    return progress(after: unsafe SSL_do_handshake(connection))
  }

  /// Reads what the server says after the handshake, as far as the bytes that were taken go; what it is does not matter.
  func listen() -> Progress {
    ERR_clear_error()
    var byte: UInt8 = 0
    // because one byte is written to a variable of one byte
    return progress(after: unsafe SSL_read(connection, &byte, 1))
  }

  /// Says goodbye, without waiting for the answer.
  func close() {
    ERR_clear_error()
    _ = unsafe SSL_shutdown(connection)
    ERR_clear_error()
  }

  /// Takes bytes that the server sent.
  func take(_ bytes: ArraySlice<UInt8>) {
    // because the buffer copies the bytes during the call
    _ = unsafe bytes.withUnsafeBytes { unsafe BIO_write(incoming, $0.baseAddress, Int32($0.count)) }
  }

  /// Gives the bytes that the server is to get, each once.
  func give() -> [UInt8] {
    let count = unsafe BIO_ctrl_pending(outgoing)
    guard count > 0 else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      // because the capacity is what the buffer of OpenSSL has
      filled = max(0, Int(unsafe BIO_read(outgoing, buffer.baseAddress, Int32(count))))
    }
  }

  /// Calls `body` with the `SSL`.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { unsafe body(connection) }

  private func progress(after code: Int32) -> Progress {
    if code > 0 { return .complete }
    switch unsafe SSL_get_error(connection, code) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .needsInput
    case SSL_ERROR_ZERO_RETURN: return .complete
    default: break
    }
    let reason = Int(omamori_tls_oldest_reason())
    ERR_clear_error()
    if reason > Self.firstAlertReason, let alert = UInt8(exactly: reason - Self.firstAlertReason) {
      return .alert(alert)
    }
    return .failed(reason: reason)
  }
}

/// Whether a server asked for a client certificate; used by the one thread that makes the handshake.
private final class ProbeInquiry {
  var isMade = false
}

/// What OpenSSL calls when the server asks for a certificate; 1 goes on without one.
private func noteInquiry(_ connection: OpaquePointer?, _ argument: UnsafeMutableRawPointer?) -> Int32 {
  // because the connection that calls this belongs to a value that owns the inquiry
  if let argument = unsafe argument {
    unsafe Unmanaged<ProbeInquiry>.fromOpaque(argument).takeUnretainedValue().isMade = true
  }
  return 1
}

extension ProbeConnection {
  /// The certificates that the server sent, at most as many as are taken from one, and whether there were more.
  var certificates: (encodings: [Data], isCut: Bool) {
    unsafe withPointer { connection in
      // because the connection keeps the chain, whose indices are below its count, until it is freed
      let chain = unsafe SSL_get_peer_cert_chain(connection)
      let count = Int(unsafe omamori_chain_count(chain))
      var encodings: [Data] = []
      for index in 0..<min(count, PresentedChain.greatestCount) {
        guard let der = unsafe X509Handle.encoding(of: omamori_chain_get(chain, Int32(index))) else { break }
        encodings.append(der)
      }
      return (encodings, encodings.count < count)
    }
  }

  /// What was agreed on, also when the server ended the handshake because it wants a client certificate.
  func facts(_ clientCertificate: HandshakeFacts.ClientCertificate) -> HandshakeFacts {
    // because the connection is that of this value and lives during the call
    unsafe withPointer { connection in
      let exchange = unsafe Self.keyExchange(of: connection)
      return HandshakeFacts(
        connection: unsafe Self.connectionFacts(of: connection), group: exchange?.group,
        groupBits: exchange?.bits, signatureDigest: unsafe Self.signatureDigest(of: connection),
        clientCertificate: clientCertificate)
    }
  }

  private static func connectionFacts(of connection: OpaquePointer) -> ConnectionFacts {
    // because the caller owns the connection, and names of suites are never freed
    let facts = unsafe ConnectionFacts(of: connection)
    guard facts.cipherSuite.isEmpty || facts.cipherSuite == "(NONE)",
      let pending = unsafe SSL_get_pending_cipher(connection),
      let name = unsafe SSL_CIPHER_standard_name(pending)
    else { return facts }
    return ConnectionFacts(
      version: facts.version, cipherSuite: unsafe String(cString: name),
      hasExtendedMasterSecret: facts.hasExtendedMasterSecret, isResumed: facts.isResumed,
      applicationProtocol: facts.applicationProtocol, stapledStatus: facts.stapledStatus)
  }

  private static func keyExchange(of connection: OpaquePointer) -> (group: String, bits: Int)? {
    guard let key = unsafe omamori_tls_exchange_key(connection) else { return nil }
    defer { unsafe EVP_PKEY_free(key) }
    let bits = Int(unsafe EVP_PKEY_get_bits(key))
    var name = [CChar](repeating: 0, count: 64)
    var size = 0
    // because the buffer has the size that is given, and OpenSSL ends what it writes with a zero
    let isNamed = unsafe EVP_PKEY_get_group_name(key, &name, name.count, &size) == 1
    let group =
      isNamed ? String(decoding: name.prefix(size).map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self) : ""
    if !group.isEmpty { return (registeredNames[group] ?? group, bits) }
    guard let kind = unsafe EVP_PKEY_get0_type_name(key) else { return nil }
    return (unsafe String(cString: kind).lowercased(), bits)
  }

  /// OpenSSL's names of groups that have another one in IANA's registry.
  private static let registeredNames = [
    "prime256v1": "secp256r1", "P-256": "secp256r1", "P-384": "secp384r1", "P-521": "secp521r1",
    "prime192v1": "secp192r1",
  ]

  private static func signatureDigest(of connection: OpaquePointer) -> String? {
    // because the caller owns the connection, and names of digests are never freed
    let identifier = unsafe omamori_tls_signature_digest(connection)
    guard identifier != NID_undef, let name = unsafe OBJ_nid2sn(identifier) else { return nil }
    return unsafe String(cString: name)
  }
}

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
  /// - Throws: `TransportError.backend(code:)`.
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
