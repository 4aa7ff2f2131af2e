@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriCrypto

@Suite struct PasswordHasherTests {
  private static let hasher = Result { try PasswordHasher(cost: .least) }
  private static func pepper(_ id: UInt32, _ byte: UInt8) throws -> PasswordPepper {
    try PasswordPepper(
      id: id, secret: SharedSecretBytes(SecretBytes(copying: [UInt8](repeating: byte, count: 32))))
  }

  @Test func tellsTheRightPasswordFromOthers() async throws {
    let hasher = try Self.hasher.get()
    let stored = try await hasher.hash(Password("correct horse"))
    #expect(stored.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    #expect(
      try await hasher.verify(Password("correct horse"), against: stored) == .matches(needsRehash: false))
    #expect(try await hasher.verify(Password("correct horsf"), against: stored) == .doesNotMatch)
    #expect(try hasher.verifyBlocking(Password("correct horse"), against: stored).isMatch)
    #expect(try await hasher.hash(Password("correct horse")) != stored, "two hashes have the same salt")
  }

  @Test func asksForANewHashWhenTheOldOneIsWeaker() throws {
    let stored = try Self.hasher.get().hashBlocking(Password("pass"))
    let stronger = try PasswordHasher()
    #expect(try stronger.verifyBlocking(Password("pass"), against: stored) == .matches(needsRehash: true))
    let renewed = try stronger.hashBlocking(Password("pass"))
    #expect(try stronger.verifyBlocking(Password("pass"), against: renewed) == .matches(needsRehash: false))
    #expect(
      try Self.hasher.get().verifyBlocking(Password("pass"), against: renewed) == .matches(needsRehash: false)
    )
  }

  @Test(arguments: [
    PasswordCost.argon2id(memory: 19 << 10, passes: 1, lanes: 1),
    .argon2id(memory: 18 << 10, passes: 2, lanes: 1),
    .scrypt(logarithm: 16, blockSize: 8, lanes: 1), .scrypt(logarithm: 17, blockSize: 4, lanes: 1),
    .pbkdf2(.sha256, rounds: 599_999), .pbkdf2(.sha512, rounds: 209_999),
  ])
  func refusesToMakeHashesThatAreTooCheap(_ cost: PasswordCost) {
    #expect(throws: CryptoError.costTooLow) { _ = try PasswordHasher(cost: cost) }
  }

  @Test(arguments: [
    "$argon2id$v=19$m=1048577,t=2,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=4294967295,t=4294967295,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=65536,t=17,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=65536,t=3,p=17$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=21,r=8,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=63,r=8,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=4294967295,r=4294967295,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=17,r=8,p=17$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$pbkdf2-sha256$i=10000001$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
  ])
  func refusesStoredHashesThatAskForTooMuch(_ stored: String) async {
    await #expect(throws: CryptoError.costLimitExceeded) {
      try await Self.hasher.get().verify(Password("pass"), against: stored)
    }
  }

  @Test(arguments: [
    "$argon2id$v=19$m=0,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=64,t=0,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=64,t=1,p=0$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=17,r=8,p=0$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$pbkdf2-sha256$i=0$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
  ])
  func refusesCostsThatNoFunctionHas(_ stored: String) throws {
    #expect(throws: CryptoError.self) {
      try Self.hasher.get().verifyBlocking(Password("pass"), against: stored)
    }
  }

  @Test func callersCanRaiseTheLimits() throws {
    let stored = "$argon2id$v=19$m=64,t=17,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA"
    let patient = try PasswordHasher(cost: .least, limits: PasswordCostLimits(passes: 17))
    #expect(try patient.verifyBlocking(Password("pass"), against: stored) == .doesNotMatch)
  }

  @Test func refusesEmptyAndEndlessPasswords() throws {
    let hasher = try Self.hasher.get()
    #expect(throws: CryptoError.outOfRange(lower: 1, upper: 4096)) { try hasher.hashBlocking(Password("")) }
    let long = Password(bytes: [UInt8](repeating: 1, count: 4097))
    #expect(throws: CryptoError.outOfRange(lower: 1, upper: 4096)) { try hasher.hashBlocking(long) }
  }

  @Test func needsThePepperAndLetsItBeReplaced() throws {
    let (old, new) = (try Self.pepper(1, 0xA1), try Self.pepper(2, 0xB2))
    let first = try PasswordHasher(cost: .least, pepper: old)
    let stored = try first.hashBlocking(Password("pass"))
    #expect(stored.contains(",keyid=AAAAAQ$"))
    #expect(try first.verifyBlocking(Password("pass"), against: stored) == .matches(needsRehash: false))
    #expect(throws: CryptoError.unknownKey(id: 1)) {
      try Self.hasher.get().verifyBlocking(Password("pass"), against: stored)
    }
    let second = try PasswordHasher(cost: .least, pepper: new, retiredPeppers: [old])
    #expect(try second.verifyBlocking(Password("pass"), against: stored) == .matches(needsRehash: true))
    let wrong = try PasswordHasher(cost: .least, pepper: try Self.pepper(1, 0xC3))
    #expect(try wrong.verifyBlocking(Password("pass"), against: stored) == .doesNotMatch)
    let bare = try Self.hasher.get().hashBlocking(Password("pass"))
    #expect(try first.verifyBlocking(Password("pass"), against: bare) == .matches(needsRehash: true))
  }

  @Test func aMissingPepperIsCalledOne() {
    let error = CryptoError.unknownKey(id: 7)
    #expect(error.explanation.english.contains("pepper 7"))
    #expect(error.explanation.japanese.contains("ペッパー"))
  }

  @Test func refusesTwoPeppersWithOneIdentifier() throws {
    let (one, other) = (try Self.pepper(1, 0xA1), try Self.pepper(1, 0xB2))
    let two = try Self.pepper(2, 0xC3)
    let contradictions: [(PasswordPepper?, [PasswordPepper])] = [
      (one, [other]), (one, [two, other]), (nil, [one, other]), (two, [one, other]),
    ]
    for (pepper, retired) in contradictions {
      #expect(throws: CryptoError.malformed(.keyset, offset: nil)) {
        try PasswordHasher(cost: .least, pepper: pepper, retiredPeppers: retired)
      }
    }
    let stored = try PasswordHasher(cost: .least, pepper: one).hashBlocking(Password("pass"))
    let same = try Self.pepper(1, 0xA1)
    let twice = try PasswordHasher(cost: .least, pepper: two, retiredPeppers: [one, same])
    #expect(try twice.verifyBlocking(Password("pass"), against: stored) == .matches(needsRehash: true))
  }

  @Test(arguments: [
    (PasswordCost.scrypt, "$scrypt$ln=17,r=8,p=1$"), (.pbkdf2, "$pbkdf2-sha256$i=600000,l=32$"),
    (.pbkdf2(.sha512, rounds: 210_000), "$pbkdf2-sha512$i=210000,l=32$"),
  ])
  func hashesWithTheOtherFunctions(_ cost: PasswordCost, _ prefix: String) throws {
    let hasher = try PasswordHasher(cost: cost)
    let stored = try hasher.hashBlocking(Password("pass"))
    #expect(stored.hasPrefix(prefix))
    #expect(try hasher.verifyBlocking(Password("pass"), against: stored) == .matches(needsRehash: false))
    #expect(try hasher.verifyBlocking(Password("Pass"), against: stored) == .doesNotMatch)
    #expect(
      try PasswordHasher().verifyBlocking(Password("pass"), against: stored) == .matches(needsRehash: true))
  }

  @Test func knowsTheMemoryOfEveryFunction() throws {
    #expect(PasswordCost.standard.memory == 64 << 10)
    #expect(PasswordCost.scrypt.memory == 128 << 10)
    #expect(PasswordCost.scrypt(logarithm: 20, blockSize: 8, lanes: 1).memory == 1 << 20)
    #expect(PasswordCost.scrypt(logarithm: 1, blockSize: 1, lanes: 1).memory == 1)
    #expect(PasswordCost.scrypt(logarithm: .max, blockSize: 8, lanes: 1).memory == .max)
    #expect(PasswordCost.pbkdf2.memory == 1)
    _ = try PasswordHasher(cost: .scrypt(logarithm: 20, blockSize: 8, lanes: 1))
  }

  @Test(arguments: ["$scrypt$ln=4,r=8,p=1", "$pbkdf2-sha256$i=10"])
  func thePepperCountsForEveryFunction(_ prefix: String) throws {
    let salt = [UInt8](repeating: 1, count: 16)
    let pepper = try Self.pepper(7, 0xA1)
    let cost = try PasswordHash(parsing: prefix + "$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA").cost
    func derive(_ pepper: PasswordPepper?) throws -> SharedSecretBytes {
      SharedSecretBytes(
        try PasswordFunction.derive(
          Password("pass"), cost: cost, salt: salt, byteCount: 32, pepper: pepper, data: []))
    }
    #expect(try derive(pepper) == derive(pepper))
    #expect(try derive(pepper) != derive(nil))
    #expect(try derive(pepper) != derive(try Self.pepper(7, 0xA2)))
    var hash = PasswordHash(cost: cost, salt: salt, output: [], pepper: 7)
    hash.output = try derive(pepper).withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
    let hasher = try PasswordHasher(cost: .least, pepper: pepper)
    #expect(try hasher.verifyBlocking(Password("pass"), against: hash.text) == .matches(needsRehash: true))
    #expect(try hasher.verifyBlocking(Password("past"), against: hash.text) == .doesNotMatch)
  }

  @Test func refusesShortPeppers() {
    let short = SharedSecretBytes(SecretBytes(copying: [1, 2, 3]))
    #expect(throws: CryptoError.outOfRange(lower: 16, upper: 64)) {
      _ = try PasswordPepper(id: 1, secret: short)
    }
  }

  @Test func showsNothingOfPasswordOrPepper() throws {
    let probe = LeakProbe()
    let secret = SharedSecretBytes(SecretBytes(copying: Array(probe.marker.utf8)))
    let hasher = try PasswordHasher(cost: .least, pepper: try PasswordPepper(id: 1, secret: secret))
    #expect(probe.leaks(in: hasher).isEmpty)
    let stored = try hasher.hashBlocking(Password(probe.marker))
    #expect(probe.leaks(in: stored).isEmpty)
    #expect(probe.leaks(in: try hasher.verifyBlocking(Password(probe.marker), against: stored)).isEmpty)
  }
}
