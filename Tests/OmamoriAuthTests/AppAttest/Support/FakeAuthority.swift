import OmamoriCore
import OmamoriCrypto
import TestSupport

@testable import OmamoriAuth

/// What a certificate of a test says; each part can be made wrong.
struct CertificatePlan {
  var subject: String
  var issuer: String
  var begins: Date
  var ends: Date
  var isAuthority = false
  var pathLength: Int?
  var keyUsage: [UInt8]? = [0x03, 0x02, 0x07, 0x80]
  var version = 2
  /// Further extensions: the name, whether it is critical, and the content.
  var others: [(name: String, isCritical: Bool, content: [UInt8])] = []
}

/// A key of P-384 or P-256 that signs certificates.
struct FakeSigner {
  enum Key {
    case p384(P384.Signing.PrivateKey)
    case p256(P256.Signing.PrivateKey)
  }

  let key: Key

  static func p384() -> FakeSigner { FakeSigner(key: .p384(P384.Signing.PrivateKey())) }
  static func p256() -> FakeSigner { FakeSigner(key: .p256(P256.Signing.PrivateKey())) }

  var publicKey: [UInt8] {
    switch key {
    case .p384(let key): Array(key.publicKey.derRepresentation)
    case .p256(let key): Array(key.publicKey.derRepresentation)
    }
  }

  func signature(_ message: [UInt8]) throws -> [UInt8] {
    switch key {
    case .p384(let key): Array(try key.signature(for: SHA256.hash(data: message)).derRepresentation)
    case .p256(let key): Array(try key.signature(for: SHA256.hash(data: message)).derRepresentation)
    }
  }

  static let algorithm = DERText.sequence(DERText.name("1.2.840.10045.4.3.2"))

  static func distinguishedName(_ text: String) -> [UInt8] {
    DERText.sequence(DERText.set(DERText.sequence(DERText.name("2.5.4.3"), DERText.text(text))))
  }

  /// Signs a certificate for a public key.
  func certificate(_ plan: CertificatePlan, for publicKey: [UInt8], serial: Int = 7) throws -> Data {
    var extensions: [[UInt8]] = []
    var constraints: [UInt8] = []
    if plan.isAuthority { constraints += DERText.yes }
    if let length = plan.pathLength { constraints += DERText.integer(length) }
    extensions.append(Self.extension("2.5.29.19", true, DERText.element(0x30, constraints)))
    if let usage = plan.keyUsage { extensions.append(Self.extension("2.5.29.15", true, usage)) }
    extensions += plan.others.map { Self.extension($0.name, $0.isCritical, $0.content) }
    let version = plan.version > 0 ? DERText.context(0, DERText.integer(plan.version)) : []
    let body = DERText.sequence(
      version, DERText.integer(serial), Self.algorithm, Self.distinguishedName(plan.issuer),
      DERText.sequence(DERText.time(plan.begins), DERText.time(plan.ends)),
      Self.distinguishedName(plan.subject), publicKey,
      plan.version == 2 ? DERText.context(3, DERText.element(0x30, extensions.flatMap(\.self))) : [])
    return Data(DERText.sequence(body, Self.algorithm, DERText.bits(try signature(body))))
  }

  private static func `extension`(_ name: String, _ isCritical: Bool, _ content: [UInt8]) -> [UInt8] {
    DERText.sequence(DERText.name(name), isCritical ? DERText.yes : [], DERText.octets(content))
  }
}

/// The use of keys that authorities have.
let authorityUsage: [UInt8] = [0x03, 0x02, 0x01, 0x06]
