import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl

/// Where a relay is, and the key it must have.
struct RelaySite: Sendable, Equatable {
  /// The host and the port.
  let server: ServerAddress
  /// The pin of its key.
  let pin: RelayPin
  /// The certificate that had the key, in DER; a relay signs its own, and renews it for the same key.
  let certificate: Data

  /// Names a relay whose certificate is known.
  init(_ server: ServerAddress, _ pin: RelayPin, certificate: Data) {
    (self.server, self.pin, self.certificate) = (server, pin, certificate)
  }

  /// Asks a relay for its certificate and compares its key with the pin; nothing else is sent.
  ///
  /// - Parameters:
  ///   - server: The host and the port.
  ///   - pin: The pin of its key.
  /// - Throws: ``ChatFault`` when it is another relay, `TransportError`.
  init(asking server: ServerAddress, _ pin: RelayPin) async throws {
    let probe = try ServerProbe(
      anchors: .system, requirements: Self.requirements, handshakeTimeout: .seconds(5), timeout: .seconds(15))
    let facts: ServerFacts
    do throws(TransportError) {
      facts = try await probe.examine(ServerTarget(server.host, port: server.port))
    } catch {
      if error == .cancelled { throw CancellationError() }
      throw RelayUnreachable(error, server)
    }
    guard let found = facts.unverifiedCertificate else { throw ChatFault.noRelay(server) }
    guard CertificatePin(certificate: found).digest == pin.pin.digest else {
      throw ChatFault.wrongPin(server, found: CertificatePin(certificate: found).base64)
    }
    self.init(server, pin, certificate: found.derRepresentation)
  }

  /// A policy under which this relay alone is talked to.
  ///
  /// - Parameter patience: How long a request may take.
  /// - Returns: The policy.
  /// - Throws: `TransportError`, `CryptoError`.
  func policy(patience: Duration) throws -> TransportPolicy {
    var (timeouts, limits) = (Timeouts(), ResponseLimits())
    (timeouts.connecting, timeouts.idle, timeouts.total) = (.seconds(5), patience, patience)
    limits.bodyBytes = RelayClient.greatestAnswer
    let rule = HostRule(
      try HostPattern(server.host, subdomains: .excluded),
      pins: try PinSet(leaf: [pin.pin], requiresBackup: false),
      anchors: .only([try Certificate(derRepresentation: certificate)]), certificates: Self.requirements)
    return try TransportPolicy(
      minimumVersion: .tls13, rules: [rule], unlistedHosts: .refused, timeouts: timeouts, limits: limits,
      headers: .off)
  }

  /// The key is known already; what a certificate of an authority needs besides says nothing about it.
  private static var requirements: CertificateRequirements {
    var requirements = CertificateRequirements()
    (requirements.isStrict, requirements.greatestValidityDays) = (false, nil)
    return requirements
  }
}
