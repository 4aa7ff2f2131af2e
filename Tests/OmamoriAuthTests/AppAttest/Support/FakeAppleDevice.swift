import OmamoriCore
import OmamoriCrypto
import TestSupport

@testable import OmamoriAuth

/// Apple's service and a device of a test: everything in an attestation is as it should be unless a test says otherwise.
struct FakeAppleDevice {
  let root = FakeSigner.p384()
  let intermediate = FakeSigner.p384()
  let key = P256.Signing.PrivateKey(compactRepresentable: false)
  let now = Date(timeIntervalSince1970: 1_790_000_000)
  let challenge = Data("a challenge of the server".utf8)

  static let app = "com.example.app"
  static let team = "A1B2C3D4E5"

  var rootPlan: CertificatePlan {
    CertificatePlan(
      subject: "Root", issuer: "Root", begins: now - 1e8, ends: now + 1e8, isAuthority: true,
      keyUsage: authorityUsage)
  }
  var intermediatePlan: CertificatePlan {
    CertificatePlan(
      subject: "Intermediate", issuer: "Root", begins: now - 1e7, ends: now + 1e7, isAuthority: true,
      pathLength: 0, keyUsage: authorityUsage)
  }
  var leafPlan: CertificatePlan {
    CertificatePlan(
      subject: "Key", issuer: "Intermediate", begins: now - 86_400, ends: now + 172_800,
      keyUsage: [0x03, 0x02, 0x04, 0xF0])
  }

  var keyIdentifier: Data { Data(SHA256.hash(data: key.publicKey.x963Representation)) }

  func appleRoot() throws -> AppleRoot {
    AppleRoot(try Certificate(derRepresentation: try root.certificate(rootPlan, for: root.publicKey)))
  }

  func verifier(_ environments: Set<AppAttestEnvironment> = [.production]) throws -> AttestationVerifier {
    try AttestationVerifier(
      appID: try AppIdentifier(team: Self.team, bundle: Self.app), environments: environments,
      root: try appleRoot(), clock: FixedClock(date: now))
  }

  /// What stands in an attestation; a test changes a part of it.
  struct Parts {
    var root: CertificatePlan
    var intermediate: CertificatePlan
    var leaf: CertificatePlan
    var appID = FakeAppleDevice.team + "." + FakeAppleDevice.app
    var flags: UInt8 = 0x40
    var counter: UInt32 = 0
    var environment = Array("appattest".utf8) + [UInt8](repeating: 0, count: 7)
    var credential: [UInt8]
    var credentialSize: Int?
    var cose: [UInt8]
    var tail: [UInt8] = []
    var nonce: Data?
    var nonceExtension: [UInt8]?
    var hasNonce = true
    var format = CBORText.text("apple-appattest")
    var receipt = CBORText.bytes([1, 2, 3])
    var moreMembers: [([UInt8], [UInt8])] = []
    var moreStatement: [([UInt8], [UInt8])] = []
    var chain: @Sendable (_ leaf: Data, _ intermediate: Data, _ root: Data) -> [Data] = { leaf, middle, _ in
      [leaf, middle]
    }
    var intermediateSigner: FakeSigner?
    var leafSigner: FakeSigner?
    var leafKey: [UInt8]
    var changesSignature = false
  }

  func parts() -> Parts {
    Parts(
      root: rootPlan, intermediate: intermediatePlan, leaf: leafPlan, credential: Array(keyIdentifier),
      cose: Self.cose(key.publicKey.x963Representation), leafKey: Array(key.publicKey.derRepresentation))
  }

  static func cose(
    _ point: Data, type: UInt8 = 0x02, algorithm: UInt8 = 0x26, curve: UInt8 = 0x01
  ) -> [UInt8] {
    CBORText.map([
      ([0x01], [type]), ([0x03], [algorithm]), ([0x20], [curve]),
      ([0x21], CBORText.bytes(point.dropFirst().prefix(32))), ([0x22], CBORText.bytes(point.suffix(32))),
    ])
  }

  func attestation(_ change: (inout Parts) throws -> Void = { _ in }) throws -> Data {
    var parts = parts()
    try change(&parts)
    let size = parts.credentialSize ?? parts.credential.count
    var data = Array(SHA256.hash(data: Data(parts.appID.utf8))) + [parts.flags]
    data += (0..<4).reversed().map { UInt8(truncatingIfNeeded: parts.counter >> ($0 * 8)) }
    data +=
      parts.environment + [UInt8(size >> 8), UInt8(size & 0xFF)] + parts.credential + parts.cose + parts.tail
    let hash = ClientDataHash(hashing: challenge)
    let nonce = parts.nonce ?? hash.nonce(Data(data))
    if parts.hasNonce {
      let content =
        parts.nonceExtension
        ?? DERText.sequence(DERText.context(1, DERText.octets(Array(nonce))))
      parts.leaf.others.append(("1.2.840.113635.100.8.2", false, content))
    }
    let middle = try (parts.intermediateSigner ?? root)
      .certificate(parts.intermediate, for: intermediate.publicKey)
    var leaf = try (parts.leafSigner ?? intermediate).certificate(parts.leaf, for: parts.leafKey)
    if parts.changesSignature { leaf[leaf.count - 1] ^= 1 }
    let top = try root.certificate(parts.root, for: root.publicKey)
    let chain = parts.chain(leaf, middle, top)
    let statement = CBORText.map(
      [
        (CBORText.text("x5c"), CBORText.array(chain.map { CBORText.bytes($0) })),
        (CBORText.text("receipt"), parts.receipt),
      ] + parts.moreStatement)
    return Data(
      CBORText.map(
        [
          (CBORText.text("fmt"), parts.format), (CBORText.text("attStmt"), statement),
          (CBORText.text("authData"), CBORText.bytes(data)),
        ] + parts.moreMembers))
  }

  /// An assertion of the device.
  func assertion(
    counter: UInt32, appID: String = team + "." + app, flags: UInt8 = 0x40, tail: [UInt8] = [],
    clientData: Data? = nil, by other: P256.Signing.PrivateKey? = nil
  ) throws -> Data {
    var data = Array(SHA256.hash(data: Data(appID.utf8))) + [flags]
    data += (0..<4).reversed().map { UInt8(truncatingIfNeeded: counter >> ($0 * 8)) }
    data += tail
    let nonce = ClientDataHash(hashing: clientData ?? challenge).nonce(Data(data))
    let signature = try (other ?? key).signature(for: nonce).derRepresentation
    return Data(
      CBORText.map([
        (CBORText.text("signature"), CBORText.bytes(signature)),
        (CBORText.text("authenticatorData"), CBORText.bytes(data)),
      ]))
  }
}

/// A clock that shows one moment.
struct FixedClock: WallClock {
  let date: Date
}
