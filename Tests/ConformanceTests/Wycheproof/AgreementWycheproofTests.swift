import Foundation
import OmamoriCore
import OmamoriCrypto
import Testing

@Suite(.enabled(if: WycheproofFile.isAvailable, "OMAMORI_VECTORS has no Wycheproof files"))
struct AgreementWycheproofTests {
  static let coverage = WycheproofCoverage(
    .init("x25519_test", run: 518),
    .init("x25519_asn_test", run: 537),
    .init("x25519_pem_test", run: 518),
    .init("x25519_jwk_test", run: 531),
    .init("ecdh_secp256r1_test", run: 612),
    .init("ecdh_secp384r1_test", run: 1047),
    .init("ecdh_secp521r1_test", run: 916),
    .init("ecdh_secp256r1_pem_test", run: 612),
    .init("ecdh_secp384r1_pem_test", run: 1047),
    .init("ecdh_secp521r1_pem_test", run: 916),
    .init("ecdh_secp256r1_ecpoint_test", run: 355),
    .init("ecdh_secp384r1_ecpoint_test", run: 790),
    .init("ecdh_secp521r1_ecpoint_test", run: 661),
    .init("ecdh_secp256r1_webcrypto_test", run: 353),
    .init("ecdh_secp384r1_webcrypto_test", run: 794),
    .init("ecdh_secp521r1_webcrypto_test", run: 655)
  )

  @Test(arguments: ["x25519_test", "x25519_asn_test", "x25519_pem_test", "x25519_jwk_test"])
  func x25519(file: String) throws {
    typealias PrivateKey = Curve25519.KeyAgreement.PrivateKey
    typealias PublicKey = Curve25519.KeyAgreement.PublicKey
    try Self.coverage.check(file) { _, test in
      let key: PrivateKey
      let peer: PublicKey
      switch file {
      case "x25519_asn_test":
        key = try PrivateKey(derRepresentation: test.bytes("private"))
        peer = try PublicKey(derRepresentation: test.bytes("public"))
      case "x25519_pem_test":
        key = try PrivateKey(pemRepresentation: test.text("private"))
        peer = try PublicKey(pemRepresentation: test.text("public"))
      case "x25519_jwk_test":
        key = try PrivateKey(rawRepresentation: WebKey(test["private"], "OKP", "X25519").bytes("d"))
        peer = try PublicKey(rawRepresentation: WebKey(test["public"], "OKP", "X25519").bytes("x"))
      default:
        key = try PrivateKey(rawRepresentation: test.bytes("private"))
        peer = try PublicKey(rawRepresentation: test.bytes("public"))
      }
      return try WycheproofAnswer(key.sharedSecretFromKeyAgreement(with: peer) == test.bytes("shared"))
    }
  }

  enum Encoding: String, CaseIterable {
    case der = "_test"
    case pem = "_pem_test"
    case point = "_ecpoint_test"
    case web = "_webcrypto_test"
  }

  @Test(arguments: Encoding.allCases) func p256(encoding: Encoding) throws {
    try run(P256.KeyAgreement.PrivateKey.self, "ecdh_secp256r1", "P-256", encoding)
  }

  @Test(arguments: Encoding.allCases) func p384(encoding: Encoding) throws {
    try run(P384.KeyAgreement.PrivateKey.self, "ecdh_secp384r1", "P-384", encoding)
  }

  @Test(arguments: Encoding.allCases) func p521(encoding: Encoding) throws {
    try run(P521.KeyAgreement.PrivateKey.self, "ecdh_secp521r1", "P-521", encoding)
  }

  private func run<Key: NISTAgreementKey>(
    _ type: Key.Type,
    _ file: String,
    _ curve: String,
    _ encoding: Encoding
  ) throws {
    let size = Key.PublicKey.Curve.domain.coordinateByteCount
    try Self.coverage.check(file + encoding.rawValue) { _, test in
      let key: Key
      let peer: Key.PublicKey
      switch encoding {
      case .der:
        key = try Key(rawRepresentation: Self.fitted(test.bytes("private"), size))
        peer = try Key.PublicKey(derRepresentation: test.bytes("public"))
      case .pem:
        key = try Key(pemRepresentation: test.text("private"))
        peer = try Key.PublicKey(pemRepresentation: test.text("public"))
      case .point:
        key = try Key(rawRepresentation: Self.fitted(test.bytes("private"), size))
        let point = try test.bytes("public")
        peer =
          point.count == 1 + size
          ? try Key.PublicKey(compressedRepresentation: point) : try Key.PublicKey(x963Representation: point)
      case .web:
        let (own, other) = (try WebKey(test["private"], "EC", curve), try WebKey(test["public"], "EC", curve))
        key = try Key(rawRepresentation: own.bytes("d"))
        peer = try Key.PublicKey(rawRepresentation: Self.coordinates(other, size))
      }
      return try WycheproofAnswer(key.sharedSecretFromKeyAgreement(with: peer) == test.bytes("shared"))
    }
  }

  private static func coordinates(_ key: WebKey, _ size: Int) throws -> [UInt8] {
    let (x, y) = (try key.bytes("x"), try key.bytes("y"))
    guard x.count == size, y.count == size else { throw WebKey.Refusal() }
    return x + y
  }

  /// The files have private keys as integers: with a zero byte in front, or without their leading zero bytes.
  private static func fitted(_ integer: [UInt8], _ size: Int) -> [UInt8] {
    let digits = integer.drop { $0 == 0 }
    return [UInt8](repeating: 0, count: max(0, size - digits.count)) + digits
  }
}

/// The members of a JSON Web Key (RFC 7517), as far as these files need them.
private struct WebKey {
  struct Refusal: Error {}
  let fields: JSONValue

  init(_ fields: JSONValue?, _ type: String, _ curve: String) throws {
    guard let fields, fields["kty"]?.stringValue == type, fields["crv"]?.stringValue == curve else {
      throw Refusal()
    }
    self.fields = fields
  }

  func bytes(_ name: String) throws -> [UInt8] {
    guard let text = fields[name]?.stringValue else { throw Refusal() }
    return try Array(Base64URL.decode(text))
  }
}
