@_spi(Testing) import OmamoriCore
import OmamoriCrypto

@testable import OmamoriTransport
@testable import OmamoriTransportCurl

/// Keys and sets for tests about signed pins.
enum SignedPinFixtures {
  typealias Fixtures = PinDocumentFixtures

  static let audience = "com.example.shop"
  /// The beginning of 2026, which is when a manual clock begins.
  static let start = Date(timeIntervalSince1970: 1_767_225_600)

  static func key(_ byte: UInt8) throws -> Curve25519.Signing.PrivateKey {
    try Curve25519.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: byte, count: 32))
  }

  static func content(
    _ sequence: UInt64, pins: [CertificatePin]? = nil, host: String = "api.example.com",
    audience: String = audience,
    issued: TimeInterval = 0, expires: TimeInterval = 30 * 86_400
  ) throws -> SignedPinContent {
    try SignedPinContent(
      audience: audience, sequence: sequence, issued: start + issued, expires: start + expires,
      hosts: [Fixtures.hosts(host, leaf: pins ?? Fixtures.pins(7, 8))])
  }

  static func signed(
    _ sequence: UInt64, pins: [CertificatePin]? = nil, host: String = "api.example.com",
    issued: TimeInterval = 0,
    expires: TimeInterval = 30 * 86_400, key byte: UInt8 = 1
  ) throws -> [UInt8] {
    try SignedPinSet.sign(
      content(sequence, pins: pins, host: host, issued: issued, expires: expires), with: [key(byte)])
  }

  static func pattern(_ host: String) throws -> HostPattern {
    try HostPattern(HostName(host), subdomains: .excluded)
  }

  /// A policy with two pinned hosts.
  static func builtIn() throws -> TransportPolicy {
    try TransportPolicy(
      rules: ["api.example.com", "login.example.com"].map {
        HostRule(try pattern($0), pins: try PinSet(leaf: Fixtures.pins(1, 2)), minimumVersion: .tls12)
      }, unlistedHosts: .refused, redirects: .sameOrigin(limit: 2), headers: .off)
  }

  static func updater(
    _ store: InMemorySecretStore, clock: ManualClock = ManualClock(), keys: [UInt8] = [1, 2]
  ) throws -> PinUpdater {
    try PinUpdater(
      builtIn: builtIn(), updatable: [pattern("api.example.com")],
      keys: keys.map { PinSigningKey(try key($0).publicKey) }, audience: audience, store: store, clock: clock)
  }
}
