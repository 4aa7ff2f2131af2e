import OmamoriCore
import OmamoriCrypto

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
    let (opaque, identifier) = (Array(1...16 as ClosedRange<UInt8>), ReceiptDER.text(Self.app))
    let hash = Insecure.SHA1.hash(data: Self.device + opaque + identifier)
    let fields: [(Int, [UInt8])] = [
      (0, ReceiptDER.text("Production")), (2, identifier), (3, ReceiptDER.text("42")), (4, opaque),
      (5, Array(hash)), (12, ReceiptDER.date(now - 86_400)), (17, Self.purchase(1, now)),
      (17, Self.purchase(2, now)), (19, ReceiptDER.text("1")), (21, ReceiptDER.ascii("")), (9999, [1, 2]),
    ]
    return Parts(
      fields: fields, signerEnds: now - 3600, signsWith: signer, intermediateSigner: root)
  }

  static func purchase(_ number: Int, _ date: Date) -> [UInt8] {
    ReceiptDER.attributes([
      (1701, ReceiptDER.integer(1)), (1702, ReceiptDER.text("charm.\(number)")),
      (1703, ReceiptDER.text("10000\(number)")), (1704, ReceiptDER.date(date - 1000)),
      (1708, ReceiptDER.ascii("")), (1712, ReceiptDER.ascii("")),
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
    let content = ReceiptDER.attributes(parts.fields)
    let digest = ReceiptDER.sequence(ReceiptDER.name(parts.digest))
    let signature = Array(try parts.signsWith.signature(for: SHA256.hash(data: content)).derRepresentation)
    let one = ReceiptDER.sequence(
      ReceiptDER.integer(1), ReceiptDER.sequence(Self.named("Intermediate"), ReceiptDER.integer(9)), digest,
      Self.algorithm, ReceiptDER.octets(signature))
    let data = ReceiptDER.sequence(
      ReceiptDER.integer(1), ReceiptDER.set(digest),
      ReceiptDER.sequence(
        ReceiptDER.name("1.2.840.113549.1.7.1"),
        ReceiptDER.context(0, ReceiptDER.octets(parts.laterContent ?? content))),
      ReceiptDER.context(0, Array(own) + Array(middle)), ReceiptDER.set(one))
    return Data(ReceiptDER.sequence(ReceiptDER.name("1.2.840.113549.1.7.2"), ReceiptDER.context(0, data)))
  }

  private static let algorithm = ReceiptDER.sequence(ReceiptDER.name("1.2.840.10045.4.3.2"))

  private static func named(_ text: String) -> [UInt8] {
    ReceiptDER.sequence(
      ReceiptDER.set(ReceiptDER.sequence(ReceiptDER.name("2.5.4.3"), ReceiptDER.text(text))))
  }

  private func issue(
    _ subject: String, by issuer: String, _ key: P256.Signing.PrivateKey, _ publicKey: P256.Signing.PublicKey,
    isAuthority: Bool = false, ends: Date? = nil, mark: String? = nil, serial: Int = 7
  ) throws -> Data {
    let yes: [UInt8] = [0x01, 0x01, 0xFF]
    func part(_ name: String, _ isCritical: Bool, _ content: [UInt8]) -> [UInt8] {
      ReceiptDER.sequence(ReceiptDER.name(name), isCritical ? yes : [], ReceiptDER.octets(content))
    }
    var parts = part("2.5.29.19", true, ReceiptDER.element(0x30, isAuthority ? yes : []))
    parts += part("2.5.29.15", true, isAuthority ? [0x03, 0x02, 0x01, 0x06] : [0x03, 0x02, 0x07, 0x80])
    if let mark { parts += part(mark, false, [0x05, 0x00]) }
    let body = ReceiptDER.sequence(
      ReceiptDER.context(0, ReceiptDER.integer(2)), ReceiptDER.integer(serial), Self.algorithm,
      Self.named(issuer),
      ReceiptDER.sequence(ReceiptDER.time(now - 1e7), ReceiptDER.time(ends ?? now + 1e7)),
      Self.named(subject),
      Array(publicKey.derRepresentation), ReceiptDER.context(3, ReceiptDER.element(0x30, parts)))
    let signature = Array(try key.signature(for: SHA256.hash(data: body)).derRepresentation)
    return Data(ReceiptDER.sequence(body, Self.algorithm, ReceiptDER.element(0x03, [0] + signature)))
  }
}
