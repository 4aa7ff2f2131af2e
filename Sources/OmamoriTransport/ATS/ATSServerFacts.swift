package import OmamoriATS

/// What a server can do, as far as App Transport Security asks; whoever examines the server fills it in.
package struct ATSServerFacts: Sendable, Hashable {
  /// What of the cipher suites that a server accepts with a version of TLS.
  package enum Suites: Int, Sendable, Hashable, CaseIterable {
    /// One of the 13 with forward secrecy.
    case forwardSecrecy
    /// None of these, but one of the four with an RSA key exchange.
    case rsa
    /// None of both groups, but one that clients offer once an exception lifts the limits on suites.
    case others
    /// None that Apple's TLS offers under any exception: a key exchange in a finite field, no encryption, no certificate.
    case unsupported
  }

  /// The versions of TLS that the server speaks, each with the best suites that it accepts there; none when it has no TLS.
  package var versions: [ATSProtocolVersion: Suites]
  /// Whether the server meets what the system demands with or without App Transport Security: a chain to a root that the
  /// system trusts, for the host, valid and with strong signatures and keys, and a handshake that needs no certificate of
  /// the client.
  package var isTrusted: Bool
  /// Whether the server answers without TLS.
  package var answersInClear: Bool

  /// Makes a record of facts.
  ///
  /// - Parameters:
  ///   - versions: The versions of TLS that the server speaks, each with the best suites that it accepts there.
  ///   - isTrusted: Whether the server meets what the system demands in any case.
  ///   - answersInClear: Whether the server answers without TLS.
  package init(versions: [ATSProtocolVersion: Suites], isTrusted: Bool, answersInClear: Bool = false) {
    (self.versions, self.isTrusted, self.answersInClear) = (versions, isTrusted, answersInClear)
  }

  /// Whether a connection with TLS meets a requirement.
  func meets(_ requirement: ATSRequirement) -> Bool {
    guard isTrusted else { return false }
    let minimum = requirement.minimumVersion.map(Self.rank) ?? 0
    return versions.contains { version, suites in
      guard Self.rank(version) >= max(minimum, 1) else { return false }
      return switch requirement.cipherSuites {
      case .unrestricted: suites != .unsupported
      case .forwardSecrecyOrRSA: suites == .forwardSecrecy || suites == .rsa
      case .forwardSecrecy, .strictPackage: suites == .forwardSecrecy
      }
    }
  }

  /// The age of a version of TLS from 1; 0 for versions of DTLS, which no URL uses.
  private static func rank(_ version: ATSProtocolVersion) -> Int {
    switch version {
    case .tls10: 1
    case .tls11: 2
    case .tls12: 3
    case .tls13: 4
    case .dtls10, .dtls12: 0
    }
  }
}
