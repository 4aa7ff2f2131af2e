#if !canImport(Darwin)
import CTLS
import OmamoriCore

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
#endif
