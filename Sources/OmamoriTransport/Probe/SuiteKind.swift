/// What a cipher suite is worth to App Transport Security and to Apple's TLS, told by its IANA name.
///
/// A value; safe to share between threads.
package enum SuiteKind: Sendable, Hashable {
  /// One of the 13 suites of App Transport Security.
  case standard
  /// One with an ephemeral elliptic-curve key exchange that only clients without constraints offer, such as CBC with SHA-256.
  case otherEllipticCurve
  /// One with an ephemeral key exchange that Apple's TLS does not know: finite fields, CCM, ARIA, Camellia.
  case otherForwardSecret
  /// One with an RSA key exchange.
  case rsa
  /// One without encryption, without an authenticated server, or with a secret known before.
  case insecure

  /// Tells the kind of a suite.
  package init(_ name: String) {
    if CipherSuites.tls13.contains(name) || CipherSuites.tls12.contains(name) {
      self = .standard
    } else if name.contains("_NULL_") || name.hasSuffix("_NULL") || name.contains("_anon_")
      || name.contains("PSK")
      || name.contains("SRP")
    {
      self = .insecure
    } else if name.hasPrefix("TLS_RSA_") {
      self = .rsa
    } else if name.hasPrefix("TLS_ECDHE_"), name.contains("_AES_"), name.contains("_CBC_") {
      self = .otherEllipticCurve
    } else if name.hasPrefix("TLS_ECDHE_") || name.hasPrefix("TLS_DHE_") || !name.contains("_WITH_") {
      self = .otherForwardSecret
    } else {
      self = .insecure
    }
  }

  /// Whether what is sent stays secret when the server's key becomes known.
  package var hasForwardSecrecy: Bool {
    switch self {
    case .standard, .otherEllipticCurve, .otherForwardSecret: true
    case .rsa, .insecure: false
    }
  }
}
