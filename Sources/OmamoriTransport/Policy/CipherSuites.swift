import OmamoriATS

/// The cipher suites that a connection may have, by their IANA names: the 13 of App Transport Security.
package enum CipherSuites {
  /// The suites of TLS 1.3.
  package static let tls13 = all.filter { !$0.contains("_WITH_") }
  /// The suites of TLS 1.2, which all have an ephemeral elliptic-curve key exchange.
  package static let tls12 = all.filter { $0.contains("_WITH_") }

  private static let all = ATSCipherSuites.forwardSecrecy.names ?? []

  /// The suites of a version; none for one that is not known.
  static func allowed(_ version: TLSVersion?) -> [String] {
    switch version {
    case .tls13: tls13
    case .tls12: tls12
    case nil: []
    }
  }
}
