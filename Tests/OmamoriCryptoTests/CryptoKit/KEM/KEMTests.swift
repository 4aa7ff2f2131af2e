import OmamoriCore
import Testing

@testable import OmamoriCrypto

/// Key encapsulation with CryptoKit's names: agreement, storage, and hostile input.
@Suite struct KEMTests {
  @Test func bothSidesAgree() throws {
    let (small, large) = (try MLKEM768.PrivateKey(), try MLKEM1024.PrivateKey.generate())
    let hybrid = try XWingMLKEM768X25519.PrivateKey()
    for _ in 0..<20 {
      let first = try small.publicKey.encapsulate()
      #expect(first.encapsulated.count == 1088 && first.sharedSecret.bitCount == 256)
      #expect(try small.decapsulate(first.encapsulated) == first.sharedSecret)
      let second = try large.publicKey.encapsulate()
      #expect(second.encapsulated.count == 1568)
      #expect(try large.decapsulate(second.encapsulated) == second.sharedSecret)
      let third = try hybrid.publicKey.encapsulate()
      #expect(third.encapsulated.count == 1120)
      #expect(try hybrid.decapsulate(third.encapsulated) == third.sharedSecret)
      #expect(first.sharedSecret != second.sharedSecret && second.sharedSecret != third.sharedSecret)
    }
  }

  /// What another implementation (OpenSSL 4) makes of the seed 0, 1, … 63 and of a ciphertext that nobody encapsulated.
  @Test func anotherImplementationAgrees() throws {
    let seed = Data(0..<64)
    let small = try MLKEM768.PrivateKey(seedRepresentation: seed, publicKey: nil)
    let large = try MLKEM1024.PrivateKey(seedRepresentation: seed, publicKey: nil)
    let hashes = [small.publicKey.rawRepresentation, large.publicKey.rawRepresentation].map {
      SHA3_256.hash(data: $0)
    }
    #expect(Array(hashes[0]) == hex("a24e16d8f8f9383a95b77050f4d9fd2f5733eec1d63ef3c23ebf9918173669a7"))
    #expect(Array(hashes[1]) == hex("61349e5c131a7e116a0463861d7d18663c5627c38c7147ddaadfd48acd7a4535"))
    let first = hex("64c9a30135019075eedb1df2f678df9c7201e08f2a3dc1fa4cbfb54681e7a307")
    #expect(try small.decapsulate(Data(repeating: 0x5A, count: 1088)) == SymmetricKey(data: first))
    let second = hex("69649ee0554c92a9adde974a1d28ddba8e81010628fe78436c16fc9190636640")
    #expect(try large.decapsulate(Data(repeating: 0x5A, count: 1568)) == SymmetricKey(data: second))
  }

  @Test func keysAreStoredAndRead() throws {
    let key = try MLKEM768.PrivateKey()
    let (seed, checked) = (key.seedRepresentation, key.integrityCheckedRepresentation)
    #expect(seed.count == 64 && checked.count == 96 && key.publicKey.rawRepresentation.count == 1184)
    let again = try MLKEM768.PrivateKey(seedRepresentation: seed, publicKey: key.publicKey)
    #expect(again.publicKey.rawRepresentation == key.publicKey.rawRepresentation)
    #expect(try MLKEM768.PrivateKey(integrityCheckedRepresentation: checked).seedRepresentation == seed)
    let raw = try MLKEM768.PublicKey(rawRepresentation: key.publicKey.rawRepresentation)
    let result = try raw.encapsulate()
    #expect(try again.decapsulate(result.encapsulated) == result.sharedSecret)

    let hybrid = try XWingMLKEM768X25519.PrivateKey()
    let representation = hybrid.integrityCheckedRepresentation
    #expect(hybrid.seedRepresentation.count == 32 && representation.count == 64)
    let read = try XWingMLKEM768X25519.PrivateKey(integrityCheckedRepresentation: representation)
    #expect(read.publicKey.rawRepresentation == hybrid.publicKey.rawRepresentation)
    #expect(read.publicKey.rawRepresentation.count == 1216)
  }

  @Test func keysThatDoNotBelongTogether() throws {
    let (key, other) = (try MLKEM1024.PrivateKey(), try MLKEM1024.PrivateKey())
    #expect(throws: KEM.Errors.publicKeyMismatchDuringInitialization) {
      try MLKEM1024.PrivateKey(seedRepresentation: key.seedRepresentation, publicKey: other.publicKey)
    }
    var checked = key.integrityCheckedRepresentation
    // The second half of the seed, which chooses the secrets of wrong ciphertexts, has no part in the public key.
    for index in [0, 31, 64, 95] {
      checked[index] ^= 1
      #expect(throws: KEM.Errors.publicKeyMismatchDuringInitialization) {
        try MLKEM1024.PrivateKey(integrityCheckedRepresentation: checked)
      }
      checked[index] ^= 1
    }
    let hybrid = try XWingMLKEM768X25519.PrivateKey()
    #expect(throws: KEM.Errors.publicKeyMismatchDuringInitialization) {
      try XWingMLKEM768X25519.PrivateKey(
        seedRepresentation: Data(count: 32), publicKey: hybrid.publicKey)
    }
  }

  @Test func everyOtherLengthIsRefused() throws {
    let (small, large) = (try MLKEM768.PrivateKey(), try MLKEM1024.PrivateKey())
    let hybrid = try XWingMLKEM768X25519.PrivateKey()
    for count in 0...1600 {
      let bytes = Data(count: count)
      if count != 1088 {
        #expect(throws: CryptoKitError.incorrectParameterSize) { try small.decapsulate(bytes) }
      }
      if count != 1568 {
        #expect(throws: CryptoKitError.incorrectParameterSize) { try large.decapsulate(bytes) }
        #expect(throws: CryptoKitError.incorrectKeySize) { try MLKEM1024.PublicKey(rawRepresentation: bytes) }
      }
      if count != 1120 {
        #expect(throws: CryptoKitError.incorrectParameterSize) { try hybrid.decapsulate(bytes) }
      }
      if count != 1184 {
        #expect(throws: CryptoKitError.incorrectKeySize) { try MLKEM768.PublicKey(rawRepresentation: bytes) }
      }
      if count != 1216 {
        #expect(throws: CryptoKitError.incorrectKeySize) {
          try XWingMLKEM768X25519.PublicKey(rawRepresentation: bytes)
        }
      }
    }
    for count in 0...130 {
      let bytes = Data(count: count)
      if count != 64 {
        #expect(throws: KEM.Errors.invalidSeed) {
          try MLKEM768.PrivateKey(seedRepresentation: bytes, publicKey: nil)
        }
      }
      if count != 96 {
        #expect(throws: KEM.Errors.invalidSeed) {
          try MLKEM768.PrivateKey(integrityCheckedRepresentation: bytes)
        }
      }
      if count != 32 {
        #expect(throws: KEM.Errors.invalidSeed) {
          try XWingMLKEM768X25519.PrivateKey(seedRepresentation: bytes, publicKey: nil)
        }
      }
    }
  }

  @Test func changedCiphertextsGiveOtherSecrets() throws {
    let key = try MLKEM768.PrivateKey()
    let result = try key.publicKey.encapsulate()
    var seen: [SymmetricKey] = [result.sharedSecret]
    for index in stride(from: 0, to: result.encapsulated.count, by: 31) {
      var changed = result.encapsulated
      changed[index] ^= 1 << UInt8(index % 8)
      let secret = try key.decapsulate(changed)
      #expect(!seen.contains(secret))
      #expect(try key.decapsulate(changed) == secret, "the rejection is the same each time")
      seen.append(secret)
    }
    let other = try MLKEM768.PrivateKey()
    #expect(try other.decapsulate(result.encapsulated) != result.sharedSecret)
  }

  @Test func coefficientsThatAreTooLargeAreRefused() throws {
    var bytes = try MLKEM768.PrivateKey().publicKey.rawRepresentation
    // The first coefficient is q itself, which stands for 0 in a second way.
    bytes[0] = 0x01
    bytes[1] = bytes[1] & 0xF0 | 0x0D
    #expect(throws: CryptoKitError.invalidParameter) { try MLKEM768.PublicKey(rawRepresentation: bytes) }
    bytes[0] = 0x00
    #expect(try MLKEM768.PublicKey(rawRepresentation: bytes).rawRepresentation == bytes)
  }

  @Test func pointsOfSmallOrderAreRefused() throws {
    let key = try XWingMLKEM768X25519.PrivateKey()
    let result = try key.publicKey.encapsulate()
    #expect(throws: (any Error).self) {
      try key.decapsulate(result.encapsulated.prefix(1088) + Data(count: 32))
    }
    let hostile = try XWingMLKEM768X25519.PublicKey(
      rawRepresentation: key.publicKey.rawRepresentation.prefix(1184) + Data(count: 32))
    #expect(throws: (any Error).self) { try hostile.encapsulate() }
  }
}
