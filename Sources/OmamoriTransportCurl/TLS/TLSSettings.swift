import CTLS
package import OmamoriTransport

/// What a client offers in a handshake: versions, cipher suites, groups and signatures.
///
/// The suites are the 13 of App Transport Security, all of them forward secret: three of TLS 1.3 and ten of TLS 1.2.
// because the context and the lists are used during the calls only
package struct TLSSettings: Sendable, Hashable {
  /// The suites of TLS 1.3 in OpenSSL's notation.
  package static let suites13 = [
    "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256",
  ]
  /// The suites of TLS 1.2 in OpenSSL's notation.
  package static let suites12 = [
    "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305",
    "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-CHACHA20-POLY1305",
    "ECDHE-ECDSA-AES256-SHA", "ECDHE-ECDSA-AES128-SHA", "ECDHE-RSA-AES256-SHA", "ECDHE-RSA-AES128-SHA",
  ]
  /// The groups of key exchange, the preferred one first.
  package static let groups = ["X25519", "P-256", "P-384", "P-521"]
  /// The signatures that a server may use, in handshakes and in certificates; none with SHA-1.
  package static let signatures = [
    "ecdsa_secp256r1_sha256", "ecdsa_secp384r1_sha384", "ecdsa_secp521r1_sha512", "ed25519", "ed448",
    "rsa_pss_rsae_sha256", "rsa_pss_rsae_sha384", "rsa_pss_rsae_sha512", "rsa_pss_pss_sha256",
    "rsa_pss_pss_sha384",
    "rsa_pss_pss_sha512", "RSA+SHA256", "RSA+SHA384", "RSA+SHA512",
  ]

  /// The oldest version.
  package let minimumVersion: TLSVersion

  /// Makes the settings of a client.
  package init(minimumVersion: TLSVersion) { self.minimumVersion = minimumVersion }

  /// Sets up an `SSL_CTX`: the floor, the suites, groups and signatures, no compression or renegotiation, nobody
  /// who is told the secrets, and the wish for a stapled OCSP response.
  ///
  /// Whether the server's chain is good is not decided here but in ``TLSVerifier/install(on:)``.
  ///
  /// - Throws: `TransportError.backend(code:)`.
  package func apply(to context: OpaquePointer) throws(TransportError) {
    let suites13 = Self.suites13.joined(separator: ":")
    // Level 0 lets the handshake get as far as the requirements, which name what is too weak; the lists bind.
    let suites12 = Self.suites12.joined(separator: ":") + ":@SECLEVEL=0"
    unsafe omamori_tls_forbid_compression_and_renegotiation(context)
    // libcurl writes the secrets of connections to a file that the environment names (SSLKEYLOGFILE).
    unsafe SSL_CTX_set_keylog_callback(context, nil)
    guard unsafe omamori_tls_set_minimum_version(context, Int32(minimumVersion.rawValue)) == 1,
      unsafe SSL_CTX_set_ciphersuites(context, suites13) == 1,
      unsafe SSL_CTX_set_cipher_list(context, suites12) == 1,
      unsafe omamori_tls_set_groups(context, Self.groups.joined(separator: ":")) == 1,
      unsafe omamori_tls_set_signature_algorithms(context, Self.signatures.joined(separator: ":")) == 1,
      unsafe omamori_tls_request_status(context) == 1
    else { throw TLSFailure.take() }
  }
}

/// The errors that OpenSSL keeps in a queue for each thread.
enum TLSFailure {
  /// The newest error, by its number alone; empties the queue.
  static func take() -> TransportError {
    let code = ERR_peek_last_error()
    ERR_clear_error()
    return .backend(code: Int(truncatingIfNeeded: code))
  }
}

/// Which OpenSSL connections are made with.
package enum TLSLibraryVersion {
  /// The version that is loaded, such as `3.5.4`, whichever the program was built with.
  package static var text: String {
    // because the library keeps the text for as long as it is loaded
    unsafe String(cString: OpenSSL_version(OPENSSL_VERSION_STRING))
  }
}
