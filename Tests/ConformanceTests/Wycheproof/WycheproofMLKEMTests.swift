import Foundation
import OmamoriCore
import Testing

@testable import OmamoriCrypto

private let folder = ProcessInfo.processInfo.environment["OMAMORI_VECTORS"].map { $0 + "/wycheproof/" }

/// Project Wycheproof on ML-KEM: key generation from a seed, encapsulation with a given message, decapsulation with a
/// seed and with an expanded key.
@Suite(.enabled(if: folder != nil, "OMAMORI_VECTORS is not set"))
struct WycheproofMLKEMTests {
  struct File: Decodable {
    let numberOfTests: Int
    let testGroups: [Group]
  }

  struct Group: Decodable {
    let parameterSet: String
    let tests: [Vector]
  }

  struct Vector: Decodable {
    let tcId: Int
    let result: String
    let seed: String?
    let m: String?
    let ek: String?
    let dk: String?
    let c: String?
    let K: String?
  }

  /// What a file expects: accepted and refused vectors.
  struct Outcome: Equatable {
    var valid = 0
    var invalid = 0
  }

  /// Runs all vectors of a file; `body` returns whether the vector was accepted and as expected, or throws.
  static func run(_ name: String, _ body: (LatticeKEM, Vector) throws -> Bool) throws -> Outcome {
    let path = try #require(folder) + name
    let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    var outcome = Outcome()
    for group in file.testGroups {
      let kem = try #require(
        ["ML-KEM-768": LatticeKEM.mlkem768, "ML-KEM-1024": .mlkem1024][group.parameterSet])
      for vector in group.tests {
        do {
          #expect(try body(kem, vector), "\(name) \(vector.tcId): wrong value")
          #expect(vector.result == "valid", "\(name) \(vector.tcId): accepted")
          outcome.valid += 1
        } catch let error as CryptoError {
          #expect(vector.result == "invalid", "\(name) \(vector.tcId): refused with \(error)")
          outcome.invalid += 1
        }
      }
    }
    #expect(outcome.valid + outcome.invalid == file.numberOfTests)
    print("\(name): \(file.numberOfTests) run, 0 skipped")
    return outcome
  }

  static func bytes(_ text: String?) throws -> SecretBytes {
    let digits = try #require(text).utf8.map { try #require(Character(UnicodeScalar($0)).hexDigitValue) }
    return SecretBytes(
      copying: stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    )
  }

  @Test(arguments: ["768", "1024"]) func keysFromSeed(set: String) throws {
    let outcome = try Self.run("mlkem_\(set)_keygen_seed_test.json") { kem, vector in
      let expected = try Self.bytes(vector.dk)
      let publicKey = try Self.bytes(vector.ek)
      let seed = try Self.bytes(vector.seed)
      let key = try kem.expand(seed: seed.bytes)
      guard key.isEqual(to: expected) else { return false }
      return publicKey.isEqual(to: key.bytes.extracting(kem.publicKeyRange))
    }
    #expect(outcome == Outcome(valid: 100, invalid: 0))
  }

  @Test(arguments: [("768", 133, 132), ("1024", 133, 136)])
  func encapsulation(set: String, valid: Int, invalid: Int) throws {
    let outcome = try Self.run("mlkem_\(set)_encaps_test.json") { kem, vector in
      let publicKey = try Self.bytes(vector.ek)
      try kem.checkPublicKey(publicKey.bytes)
      let message = try Self.bytes(vector.m)
      let result = try kem.encapsulate(to: publicKey.bytes, message: message.bytes)
      guard try Self.bytes(vector.c).isEqual(to: SecretBytes(copying: result.ciphertext)) else {
        return false
      }
      return try result.secret.isEqual(to: Self.bytes(vector.K))
    }
    #expect(outcome == Outcome(valid: valid, invalid: invalid))
  }

  @Test(arguments: ["768", "1024"]) func decapsulation(set: String) throws {
    let outcome = try Self.run("mlkem_\(set)_test.json") { kem, vector in
      let seed = try Self.bytes(vector.seed)
      let key = try kem.expand(seed: seed.bytes)
      let ciphertext = try Self.bytes(vector.c)
      let secret = try kem.decapsulate(ciphertext.bytes, with: key.bytes)
      return try secret.isEqual(to: Self.bytes(vector.K))
    }
    #expect(outcome == Outcome(valid: 153, invalid: 40))
  }

  @Test(arguments: ["768", "1024"]) func decapsulationWithExpandedKey(set: String) throws {
    let outcome = try Self.run("mlkem_\(set)_semi_expanded_decaps_test.json") { kem, vector in
      let key = try Self.bytes(vector.dk)
      try kem.checkPrivateKey(key.bytes)
      let ciphertext = try Self.bytes(vector.c)
      let secret = try kem.decapsulate(ciphertext.bytes, with: key.bytes)
      return try secret.isEqual(to: Self.bytes(vector.K))
    }
    #expect(outcome == Outcome(valid: 3, invalid: 6))
  }
}
