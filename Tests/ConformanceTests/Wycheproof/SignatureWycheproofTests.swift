import Foundation
import OmamoriCrypto
import Testing

@Suite(.enabled(if: WycheproofFile.isAvailable, "OMAMORI_VECTORS has no Wycheproof files"))
struct SignatureWycheproofTests {
  static let coverage = WycheproofCoverage(
    .init("ed25519_test", run: 151),
    .init("ecdsa_secp256r1_sha256_test", run: 484),
    .init("ecdsa_secp256r1_sha512_test", run: 554),
    .init("ecdsa_secp384r1_sha256_test", run: 472),
    .init("ecdsa_secp384r1_sha384_test", run: 504),
    .init("ecdsa_secp384r1_sha512_test", run: 542),
    .init("ecdsa_secp521r1_sha512_test", run: 542),
    .init("ecdsa_secp256r1_sha256_p1363_test", run: 262),
    .init("ecdsa_secp256r1_sha512_p1363_test", run: 332),
    .init("ecdsa_secp384r1_sha384_p1363_test", run: 280),
    .init("ecdsa_secp384r1_sha512_p1363_test", run: 318),
    .init("ecdsa_secp521r1_sha512_p1363_test", run: 318)
  )

  @Test func ed25519() throws {
    try Self.coverage.check("ed25519_test") { group, test in
      let key = try Curve25519.Signing.PublicKey(derRepresentation: group.bytes("publicKeyDer"))
      let same = try Curve25519.Signing.PublicKey(pemRepresentation: group.text("publicKeyPem"))
      guard key.rawRepresentation == same.rawRepresentation else { return .rejected }
      return try WycheproofAnswer(key.isValidSignature(test.bytes("sig"), for: test.bytes("msg")))
    }
  }

  @Test(arguments: ["sha256", "sha512"], ["", "_p1363"]) func p256(hash: String, encoding: String) throws {
    try run(P256.Signing.PublicKey.self, "ecdsa_secp256r1_\(hash)\(encoding)_test")
  }

  @Test(arguments: ["sha256", "sha384", "sha384_p1363", "sha512", "sha512_p1363"])
  func p384(variant: String) throws {
    try run(P384.Signing.PublicKey.self, "ecdsa_secp384r1_\(variant)_test")
  }

  @Test(arguments: ["", "_p1363"]) func p521(encoding: String) throws {
    try run(P521.Signing.PublicKey.self, "ecdsa_secp521r1_sha512\(encoding)_test")
  }

  private func run<Key: NISTVerifyingKey>(_ type: Key.Type, _ file: String) throws {
    try Self.coverage.check(file) { group, test in
      let key = try Key(derRepresentation: group.bytes("publicKeyDer"))
      let same = try Key(pemRepresentation: group.text("publicKeyPem"))
      guard key.rawRepresentation == same.rawRepresentation else { return .rejected }
      let bytes = try test.bytes("sig")
      let signature =
        file.contains("p1363")
        ? try Key.Signature(rawRepresentation: bytes) : try Key.Signature(derRepresentation: bytes)
      let message = try test.bytes("msg")
      let isValid =
        switch try group.text("sha") {
        case "SHA-256": key.isValidSignature(signature, for: SHA256.hash(data: message))
        case "SHA-384": key.isValidSignature(signature, for: SHA384.hash(data: message))
        default: key.isValidSignature(signature, for: SHA512.hash(data: message))
        }
      return WycheproofAnswer(isValid)
    }
  }
}
