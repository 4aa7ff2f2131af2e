import Foundation
import OmamoriCrypto
import Testing

@Suite struct KeyDerivationTests {
  let password = Password("correct horse battery staple")
  let salt = Data(repeating: 7, count: 16)

  @Test func cheapParametersAreOnlyTakenUnchecked() throws {
    for function in KDF.PBKDF2.Function.allCases {
      let rounds = function.leastRounds - 1
      #expect(throws: CryptoError.outOfRange(lower: rounds + 1, upper: Int(Int32.max))) {
        try KDF.PBKDF2.deriveKey(from: password, salt: salt, using: function, rounds: rounds)
      }
    }
    #expect(throws: CryptoError.outOfRange(lower: 16, upper: Int(Int32.max))) {
      try KDF.PBKDF2.deriveKey(from: password, salt: salt.dropLast(), rounds: 600_000)
    }
    #expect(KDF.PBKDF2.Function.sha256.leastRounds == 600_000)
    for (rounds, count) in [(0, 32), (-1, 32), (1, 0), (Int.max, 32)] {
      #expect(throws: CryptoError.outOfRange(lower: 1, upper: Int(Int32.max))) {
        try KDF.PBKDF2.uncheckedDeriveKey(
          from: password, salt: salt, using: .sha256, rounds: rounds, outputByteCount: count)
      }
    }
  }

  @Test func pbkdf2GivesTheTestVectorOfItsSpecification() throws {
    // RFC 6070, and RFC 7914 §11 for SHA-256.
    let first = try KDF.PBKDF2.uncheckedDeriveKey(
      from: Password("password"), salt: Data("salt".utf8), using: .sha1, rounds: 4096, outputByteCount: 20)
    #expect(first == SymmetricKey(data: hex("4b007901b765489abead49d926f721d065a429c1")))
    let second = try KDF.PBKDF2.uncheckedDeriveKey(
      from: Password("passwd"), salt: Data("salt".utf8), using: .sha256, rounds: 1, outputByteCount: 32)
    #expect(
      second == SymmetricKey(data: hex("55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc")))
  }

  @Test func scryptGivesTheTestVectorsOfItsSpecification() throws {
    // RFC 7914 §12; the first with an empty password and salt.
    let first = try KDF.Scrypt.deriveKey(
      from: Password(""), salt: Data(), logarithm: 4, blockSize: 1, outputByteCount: 16)
    #expect(first == SymmetricKey(data: hex("77d6576238657b203b19ca42c18a0497")))
    let second = try KDF.Scrypt.deriveKey(
      from: Password("password"), salt: Data("NaCl".utf8), logarithm: 10, parallelism: 16, outputByteCount: 16
    )
    #expect(second == SymmetricKey(data: hex("fdbabe1c9d3472007856e7190d01e9fe")))
  }

  @Test func memoryIsBoundedBeforeItIsUsed() throws {
    let needed = try KDF.Scrypt.memory(logarithm: 14, blockSize: 8, parallelism: 1)
    #expect(16 << 20..<17 << 20 ~= needed)
    #expect(throws: CryptoError.costLimitExceeded) {
      try KDF.Scrypt.deriveKey(from: password, salt: salt, logarithm: 14, memoryLimit: needed - 1)
    }
    let key = try KDF.Scrypt.deriveKey(from: password, salt: salt, logarithm: 14, memoryLimit: needed)
    #expect(key.bitCount == 256)
    #expect(throws: CryptoError.costLimitExceeded) {
      try KDF.Scrypt.deriveKey(
        from: password, salt: salt, logarithm: 40, blockSize: 1 << 29, memoryLimit: .max)
    }
    for (logarithm, blockSize, parallelism) in [
      (0, 8, 1), (41, 8, 1), (16, 1, 1), (14, 0, 1), (14, 8, 0), (14, 1 << 15, 1 << 15), (14, .max, .max),
    ] {
      #expect(throws: CryptoError.self) {
        try KDF.Scrypt.deriveKey(
          from: password, salt: salt, logarithm: logarithm, blockSize: blockSize, parallelism: parallelism)
      }
    }
    #expect(throws: CryptoError.outOfRange(lower: 1, upper: Int(Int32.max))) {
      try KDF.Scrypt.deriveKey(from: password, salt: salt, logarithm: 4, outputByteCount: 0)
    }
  }

  @Test func x963GivesThePublishedVectors() {
    // NIST's vectors for ANSI X9.63 with SHA-256: without and with shared information.
    let first = ANSIKDFx963<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: hex("96c05619d56c328ab95fe84b18264b08725b85e33fd34f08")),
      info: Data(), outputByteCount: 16)
    #expect(first == SymmetricKey(data: hex("443024c3dae66b95e6f5670601558f71")))
    let second = ANSIKDFx963<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: hex("22518b10e70f2a3f243810ae3254139efbee04aa57c7af7d")),
      info: hex("75eef81aa3041e33b80971203d2c0c52"), outputByteCount: 128)
    #expect(
      second
        == SymmetricKey(
          data: hex(
            """
            c498af77161cc59f2962b9a713e2b215152d139766ce34a776df11866a69bf2e
            52a13d9c7c6fc878c50c5ea0bc7b00e0da2447cfd874f6cf92f30d0097111485
            500c90c3af8b487872d04685d14c8d1dc8d7fa08beb0ce0ababc11f0bd496269
            142d43525a78e5bc79a17f59676a5706dc54d54d4d1f0bd7e386128ec26afc21
            """)))
  }
}
