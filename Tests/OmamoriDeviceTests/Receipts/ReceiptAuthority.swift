import OmamoriCore
import OmamoriCrypto
import TestSupport

/// A store of a test: it signs receipts as Apple's does, and wrongly where a test says so.
struct ReceiptAuthority {
  let root = P256.Signing.PrivateKey()
  let intermediate = P256.Signing.PrivateKey()
  let signer = P256.Signing.PrivateKey()
  let now = Date(timeIntervalSince1970: 1_790_000_000)

  static let app = "com.example.charm"
  static let device = Data((1...16).map { $0 })

  /// What stands in a receipt.
  struct Parts {
    var fields: [(type: Int, value: [UInt8])]
    var signerMark: String? = "1.2.840.113635.100.6.11.1"
    var signerEnds: Date
    var signsWith: P256.Signing.PrivateKey
    var intermediateSigner: P256.Signing.PrivateKey
    var digest = "2.16.840.1.101.3.4.2.1"
    /// What is put in the place of the content after it was signed.
    var laterContent: [UInt8]?

    /// Replaces an attribute.
    mutating func set(_ type: Int, _ value: [UInt8]) {
      fields.removeAll { $0.type == type }
      fields.append((type, value))
    }

    mutating func remove(_ type: Int) { fields.removeAll { $0.type == type } }
  }

  func certificate() throws -> Certificate {
    try Certificate(derRepresentation: try issue("Root", by: "Root", root, root.publicKey, isAuthority: true))
  }

  func parts() -> Parts {
    let (opaque, identifier) = (Array(1...16 as ClosedRange<UInt8>), DERText.text(Self.app))
    let hash = Insecure.SHA1.hash(data: Self.device + opaque + identifier)
    let fields: [(Int, [UInt8])] = [
      (0, DERText.text("Production")), (2, identifier), (3, DERText.text("42")), (4, opaque),
      (5, Array(hash)), (12, DERText.date(now - 86_400)), (17, Self.purchase(1, now)),
      (17, Self.purchase(2, now)), (19, DERText.text("1")), (21, DERText.ascii("")), (9999, [1, 2]),
    ]
    return Parts(
      fields: fields, signerEnds: now - 3600, signsWith: signer, intermediateSigner: root)
  }

  static func purchase(_ number: Int, _ date: Date) -> [UInt8] {
    DERText.attributes([
      (1701, DERText.integer(1)), (1702, DERText.text("charm.\(number)")),
      (1703, DERText.text("10000\(number)")), (1704, DERText.date(date - 1000)),
      (1708, DERText.ascii("")), (1712, DERText.ascii("")),
    ])
  }

  func receipt(_ change: (inout Parts) -> Void = { _ in }) throws -> Data {
    var parts = parts()
    change(&parts)
    let middle = try issue(
      "Intermediate", by: "Root", parts.intermediateSigner, intermediate.publicKey, isAuthority: true,
      serial: 8)
    let own = try issue(
      "Signer", by: "Intermediate", intermediate, signer.publicKey, ends: parts.signerEnds,
      mark: parts.signerMark, serial: 9)
    let content = DERText.attributes(parts.fields)
    let digest = DERText.sequence(DERText.name(parts.digest))
    let signature = Array(try parts.signsWith.signature(for: SHA256.hash(data: content)).derRepresentation)
    let one = DERText.sequence(
      DERText.integer(1), DERText.sequence(Self.named("Intermediate"), DERText.integer(9)), digest,
      Self.algorithm, DERText.octets(signature))
    let data = DERText.sequence(
      DERText.integer(1), DERText.set(digest),
      DERText.sequence(
        DERText.name("1.2.840.113549.1.7.1"),
        DERText.context(0, DERText.octets(parts.laterContent ?? content))),
      DERText.context(0, Array(own) + Array(middle)), DERText.set(one))
    return Data(DERText.sequence(DERText.name("1.2.840.113549.1.7.2"), DERText.context(0, data)))
  }

  private static let algorithm = DERText.sequence(DERText.name("1.2.840.10045.4.3.2"))

  private static func named(_ text: String) -> [UInt8] {
    DERText.sequence(
      DERText.set(DERText.sequence(DERText.name("2.5.4.3"), DERText.text(text))))
  }

  private func issue(
    _ subject: String, by issuer: String, _ key: P256.Signing.PrivateKey, _ publicKey: P256.Signing.PublicKey,
    isAuthority: Bool = false, ends: Date? = nil, mark: String? = nil, serial: Int = 7
  ) throws -> Data {
    let yes: [UInt8] = [0x01, 0x01, 0xFF]
    func part(_ name: String, _ isCritical: Bool, _ content: [UInt8]) -> [UInt8] {
      DERText.sequence(DERText.name(name), isCritical ? yes : [], DERText.octets(content))
    }
    var parts = part("2.5.29.19", true, DERText.element(0x30, isAuthority ? yes : []))
    parts += part("2.5.29.15", true, isAuthority ? [0x03, 0x02, 0x01, 0x06] : [0x03, 0x02, 0x07, 0x80])
    if let mark { parts += part(mark, false, [0x05, 0x00]) }
    let body = DERText.sequence(
      DERText.context(0, DERText.integer(2)), DERText.integer(serial), Self.algorithm,
      Self.named(issuer),
      DERText.sequence(DERText.time(now - 1e7), DERText.time(ends ?? now + 1e7)),
      Self.named(subject),
      Array(publicKey.derRepresentation), DERText.context(3, DERText.element(0x30, parts)))
    let signature = Array(try key.signature(for: SHA256.hash(data: body)).derRepresentation)
    return Data(DERText.sequence(body, Self.algorithm, DERText.element(0x03, [0] + signature)))
  }
}
