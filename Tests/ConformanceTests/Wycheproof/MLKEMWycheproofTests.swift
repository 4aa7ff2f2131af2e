import OmamoriCore
import Testing

@testable import OmamoriCrypto
@testable import OmamoriOpenSSL

/// ML-KEM: keys of a seed, encapsulation with a given message, decapsulation with a seed and with an expanded key.
@Suite(.enabled(if: WycheproofFile.isAvailable, "OMAMORI_VECTORS has no Wycheproof files"))
struct MLKEMWycheproofTests {
  static let coverage = WycheproofCoverage(
    .init("mlkem_768_keygen_seed_test", run: 100),
    .init("mlkem_768_encaps_test", run: 265),
    .init("mlkem_768_test", run: 193),
    .init("mlkem_768_semi_expanded_decaps_test", run: 9),
    .init("mlkem_1024_keygen_seed_test", run: 100),
    .init("mlkem_1024_encaps_test", run: 269),
    .init("mlkem_1024_test", run: 193),
    .init("mlkem_1024_semi_expanded_decaps_test", run: 9)
  )

  static let sizes = [768, 1024]

  static func kem(_ size: Int) -> LatticeKEM { size == 768 ? .mlkem768 : .mlkem1024 }

  /// A secret, since the bytes of one can be borrowed.
  static func secret(_ test: WycheproofTest, _ name: String) throws -> SecretBytes {
    SecretBytes(copying: try test.bytes(name))
  }

  @Test(arguments: sizes) func keysFromSeed(size: Int) throws {
    let kem = Self.kem(size)
    try Self.coverage.check("mlkem_\(size)_keygen_seed_test") { _, test in
      let (seed, expected) = (try test.bytes("seed"), try test.bytes("dk"))
      let secret = SecretBytes(copying: seed)
      let key = try kem.expand(seed: secret.bytes)
      let publicKey = try LatticePrivateKey(kem, seed: seed, publicKey: test.bytes("ek")).publicKey.bytes
      guard publicKey == (try test.bytes("ek")) else { return .rejected }
      return WycheproofAnswer(Array(Data(key.bytes)) == expected)
    }
  }

  @Test(arguments: sizes) func encapsulation(size: Int) throws {
    try Self.coverage.check("mlkem_\(size)_encaps_test") { _, test in
      let bytes = try Self.secret(test, "ek")
      let message = try Self.secret(test, "m")
      let result = try LatticePublicKey(Self.kem(size), bytes.bytes).encapsulate(message: message)
      guard Array(result.encapsulated) == (try test.bytes("c")) else { return .rejected }
      return WycheproofAnswer(result.sharedSecret == SymmetricKey(data: try test.bytes("K")))
    }
  }

  @Test func decapsulation768() throws {
    try Self.coverage.check("mlkem_768_test") { _, test in
      let key = try MLKEM768.PrivateKey(seedRepresentation: test.bytes("seed"), publicKey: nil)
      let secret = try key.decapsulate(test.bytes("c"))
      return WycheproofAnswer(secret == SymmetricKey(data: try test.bytes("K")))
    }
  }

  @Test func decapsulation1024() throws {
    try Self.coverage.check("mlkem_1024_test") { _, test in
      let key = try MLKEM1024.PrivateKey(seedRepresentation: test.bytes("seed"), publicKey: nil)
      let secret = try key.decapsulate(test.bytes("c"))
      return WycheproofAnswer(secret == SymmetricKey(data: try test.bytes("K")))
    }
  }

  @Test(arguments: sizes) func decapsulationWithExpandedKey(size: Int) throws {
    let kem = Self.kem(size)
    try Self.coverage.check("mlkem_\(size)_semi_expanded_decaps_test") { _, test in
      let key = try Self.secret(test, "dk")
      let ciphertext = try Self.secret(test, "c")
      try kem.checkPrivateKey(key.bytes)
      let secret = try kem.decapsulate(ciphertext.bytes, with: key.bytes)
      return WycheproofAnswer(Array(Data(secret.bytes)) == (try test.bytes("K")))
    }
  }
}
