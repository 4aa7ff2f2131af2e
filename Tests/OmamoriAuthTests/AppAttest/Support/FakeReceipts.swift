import OmamoriCore
import OmamoriCrypto
import TestSupport

@testable import OmamoriAuth

/// Apple's service for receipts in a test: it signs what a test says, as CMS.
struct FakeReceipts {
  let root = FakeSigner.p384()
  let intermediate = FakeSigner.p256()
  let signer = FakeSigner.p256()
  let now: Date

  /// What stands in a receipt; a test changes a part of it.
  struct Parts {
    var fields: [(type: Int, value: [UInt8])]
    var signerPlan: CertificatePlan
    var intermediatePlan: CertificatePlan
    var signsWith: FakeSigner
    var intermediateSigner: FakeSigner
    var digest = "2.16.840.1.101.3.4.2.1"
    var signerCount = 1
    var contentType = "1.2.840.113549.1.7.1"
    var messageType = "1.2.840.113549.1.7.2"
    var certificates: @Sendable (_ signer: Data, _ intermediate: Data) -> [Data] = { [$0, $1] }
    /// What is put in the place of the content after it was signed.
    var laterContent: [UInt8]?
  }

  func appleRoot() throws -> AppleRoot {
    let plan = CertificatePlan(
      subject: "G3", issuer: "G3", begins: now - 1e8, ends: now + 1e8, isAuthority: true,
      keyUsage: authorityUsage)
    return AppleRoot(try Certificate(derRepresentation: try root.certificate(plan, for: root.publicKey)))
  }

  func parts(_ key: AttestedKey, certificate: Data) -> Parts {
    func time(_ date: Date) -> [UInt8] {
      Array(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)).utf8)
    }
    let fields: [(Int, [UInt8])] = [
      (2, Array(key.app.text.utf8)), (3, Array(certificate)), (4, [1, 2, 3]), (5, Array("token".utf8)),
      (6, Array("RECEIPT".utf8)), (12, time(now - 10)), (17, Array("3".utf8)), (19, time(now + 86_400)),
      (21, time(now + 7_776_000)),
    ]
    let signerPlan = CertificatePlan(
      subject: "Signer", issuer: "Integration", begins: now - 1e6, ends: now + 1e6,
      others: [("1.2.840.113635.100.12.15", false, [0x05, 0x00])])
    let intermediatePlan = CertificatePlan(
      subject: "Integration", issuer: "G3", begins: now - 1e7, ends: now + 1e7, isAuthority: true,
      keyUsage: authorityUsage)
    return Parts(
      fields: fields, signerPlan: signerPlan, intermediatePlan: intermediatePlan, signsWith: signer,
      intermediateSigner: root)
  }

  func receipt(
    of key: AttestedKey, certificate: Data, _ change: (inout Parts) throws -> Void = { _ in }
  ) throws -> Data {
    var parts = parts(key, certificate: certificate)
    try change(&parts)
    let middle = try parts.intermediateSigner
      .certificate(parts.intermediatePlan, for: intermediate.publicKey, serial: 8)
    let own = try intermediate.certificate(parts.signerPlan, for: signer.publicKey, serial: 9)
    let content = Self.content(parts.fields)
    let digest = DERText.sequence(DERText.name(parts.digest))
    let one = DERText.sequence(
      DERText.integer(1),
      DERText.sequence(FakeSigner.distinguishedName(parts.signerPlan.issuer), DERText.integer(9)), digest,
      FakeSigner.algorithm, DERText.octets(try parts.signsWith.signature(content)))
    let certificates = parts.certificates(own, middle).flatMap { Array($0) }
    let data = DERText.sequence(
      DERText.integer(1), DERText.set(digest),
      DERText.sequence(
        DERText.name(parts.contentType), DERText.context(0, DERText.octets(parts.laterContent ?? content))),
      DERText.context(0, certificates),
      DERText.element(0x31, [[UInt8]](repeating: one, count: parts.signerCount).flatMap(\.self)))
    return Data(DERText.sequence(DERText.name(parts.messageType), DERText.context(0, data)))
  }

  static func content(_ fields: [(type: Int, value: [UInt8])]) -> [UInt8] {
    DERText.element(
      0x31,
      fields.flatMap {
        DERText.sequence(DERText.integer($0.type), DERText.integer(1), DERText.octets($0.value))
      })
  }
}
