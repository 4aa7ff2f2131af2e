@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriCrypto

@Suite struct AgePasswordTests {
  private static let password = Password("correct horse battery staple")

  private func open(
    _ stanzas: [AgeStanza],
    _ password: Password = password,
    limits: PasswordCostLimits? = nil
  ) throws -> AgeFileKey {
    try AgeFileKey().header(stanzas).fileKey(for: [], passwords: [password], limits: limits)
  }

  @Test func aPasswordOpensTheFile() throws {
    let file = try AgeBox.seal([1, 2, 3]) { try $0.header(for: Self.password, workFactor: 10) }
    #expect(String(decoding: file.prefix(32), as: UTF8.self) == "age-encryption.org/v1\n-> scrypt ")
    #expect(
      try AgeBox.open(file) { try $0.fileKey(for: [Identity()], passwords: [Self.password]) } == [1, 2, 3])
    #expect(throws: CryptoError.noMatchingKey) {
      try AgeBox.open(file) { try $0.fileKey(for: [], passwords: [Password("wrong")]) }
    }
    #expect(throws: CryptoError.noMatchingKey) { try AgeBox.open(file) { try $0.fileKey(for: [Identity()]) } }
  }

  @Test func aPasswordIsTheOnlyWayIn() throws {
    let (key, identity) = (try AgeFileKey(), try Identity())
    let password = try ScryptStanza.wrap(key, with: Self.password, workFactor: 4)
    let recipient = try X25519Stanza.wrap(key, for: identity.recipient.rawRepresentation)
    let grease = AgeStanza(arguments: ["grease"], body: [])
    for stanzas in [
      [password, recipient], [recipient, password], [password, password], [password, grease],
    ] {
      #expect(throws: CryptoError.malformed(.ageFile, offset: nil)) {
        try key.header(stanzas).fileKey(for: [identity], passwords: [Self.password])
      }
    }
  }

  @Test func aStanzaThatIsNotRightIsRefused() throws {
    let good = try ScryptStanza.wrap(AgeFileKey(), with: Self.password, workFactor: 4)
    let salt = good.arguments[1]
    let bytes = try #require(Base64.standard.decode(salt, padded: false))
    let refused: [(comment: Comment, arguments: [String], body: [UInt8])] = [
      ("no salt", ["scrypt"], good.body), ("no work factor", ["scrypt", salt], good.body),
      ("an argument too many", good.arguments + ["x"], good.body),
      (
        "a short salt", ["scrypt", Base64.standard.encode(Array(bytes.dropLast()), padded: false), "4"],
        good.body
      ),
      ("a long salt", ["scrypt", Base64.standard.encode(bytes + [0], padded: false), "4"], good.body),
      ("a padded salt", ["scrypt", salt + "==", "4"], good.body),
      ("a salt with spare bits", ["scrypt", salt.dropLast() + "B", "4"], good.body),
      ("a short body", good.arguments, Array(good.body.dropLast())),
      ("a long body", good.arguments, good.body + [0]),
      ("zero", ["scrypt", salt, "0"], good.body), ("a leading zero", ["scrypt", salt, "04"], good.body),
      ("a sign", ["scrypt", salt, "+4"], good.body),
      ("a negative number", ["scrypt", salt, "-4"], good.body),
      ("hexadecimal", ["scrypt", salt, "0x4"], good.body),
      ("garbage after", ["scrypt", salt, "4x"], good.body),
      ("garbage", ["scrypt", salt, "aaaa"], good.body), ("other digits", ["scrypt", salt, "٤"], good.body),
    ]
    for (comment, arguments, body) in refused {
      #expect(throws: CryptoError.malformed(.ageFile, offset: nil), comment) {
        try open([AgeStanza(arguments: arguments, body: body)])
      }
    }
    // With another work factor or name the password is as good as wrong.
    for arguments in [["scrypt", salt, "5"], ["Scrypt", salt, "4"]] {
      #expect(throws: CryptoError.noMatchingKey) {
        try open([AgeStanza(arguments: arguments, body: good.body)])
      }
    }
  }

  @Test(arguments: ["23", "64", "99", "100", "18446744073709551617", String(repeating: "9", count: 9000)])
  func aWorkFactorAboveTheLimitIsRefusedBeforeAnythingIsAllocated(_ workFactor: String) throws {
    let stanza = AgeStanza(
      arguments: ["scrypt", "AAAAAAAAAAAAAAAAAAAAAA", workFactor], body: [UInt8](repeating: 0, count: 32))
    #expect(throws: CryptoError.costLimitExceeded) { try open([stanza]) }
  }

  @Test func theCallerMaySetLimits() throws {
    let stanza = AgeStanza(
      arguments: ["scrypt", "AAAAAAAAAAAAAAAAAAAAAA", "15"], body: [UInt8](repeating: 0, count: 32))
    #expect(throws: CryptoError.costLimitExceeded) {
      try open([stanza], limits: PasswordCostLimits(memory: 16 << 10))
    }
    #expect(throws: CryptoError.noMatchingKey) {
      try open([stanza], limits: PasswordCostLimits(memory: 64 << 10))
    }
  }

  @Test func whatCannotBeWrittenIsRefused() throws {
    let key = try AgeFileKey()
    let bounds = CryptoError.outOfRange(lower: 1, upper: 22)
    #expect(throws: bounds) { try key.header(for: Password(""), workFactor: 10) }
    #expect(throws: bounds) { try key.header(for: Self.password, workFactor: 0) }
    #expect(throws: bounds) { try key.header(for: Self.password, workFactor: 23) }
  }
}
