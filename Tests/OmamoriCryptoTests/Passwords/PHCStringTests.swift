@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriCrypto

@Suite struct PHCStringTests {
  /// The example of c2sp.org/phc-strings.
  static let example =
    "$argon2id$v=19$m=65536,t=2,p=1$gZiV/M1gPc22ElAH/Jh1Hw$CWOrkoo7oJBQ/iyh7uJ0LO2aLEfrHwTWllSAxT0zRno"
  private static let salt: [UInt8] = [
    0x81, 0x98, 0x95, 0xFC, 0xCD, 0x60, 0x3D, 0xCD, 0xB6, 0x12, 0x50, 0x07, 0xFC, 0x98, 0x75, 0x1F,
  ]

  @Test func readsTheExampleOfTheSpecification() throws {
    let hash = try PasswordHash(parsing: Self.example)
    #expect(hash.cost == .argon2id(memory: 65536, passes: 2, lanes: 1))
    #expect(hash.salt == Self.salt)
    #expect(hash.text == Self.example)
    let pepper = SharedSecretBytes(SecretBytes(copying: Array("pepper".utf8)))
    let output = try Argon2id.hash(
      Password("hunter2"), salt: hash.salt, cost: Argon2Cost(memory: 65536, passes: 2, lanes: 1),
      secret: pepper)
    #expect(SharedSecretBytes(output) == SharedSecretBytes(SecretBytes(copying: hash.output)))
  }

  @Test(arguments: [
    "", "$", "$$", "argon2id", "$argon2id", "$argon2id$v=19", "$argon2id$v=19$m=8,t=1,p=1",
    "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ", "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$",
    "$argon2id$v=019$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$t=1,m=8,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=8,t=1,p=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=08,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=+8,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=4294967296,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=8,t=1,p=1,x=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=8,t=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=8,,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ=$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHR$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAB",
    "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA$",
    "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA\n",
    " $argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAA", "$argon2id$v=19$m=8,t=1,p=1$c29t$AAAAAAAAAAAAAAAAAAAAAA",
    "$ARGON2ID$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$pbkdf2-sha256$i=600000,l=31$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=17,r=8$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
  ])
  func refusesWhatHasASecondSpellingOrAGap(_ text: String) {
    #expect {
      _ = try PasswordHash(parsing: text)
    } throws: { error in
      switch error as? CryptoError {
      case .malformed(.passwordHash, _), .truncated(.passwordHash): true
      default: false
      }
    }
  }

  @Test(arguments: [
    "$argon2i$v=19$m=65536,t=3,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2d$v=19$m=65536,t=3,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=16$m=65536,t=3,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$m=65536,t=3,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW",
    "$pbkdf2$i=600000$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$v=1$ln=17,r=8,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
  ])
  func saysThatOtherFunctionsAreNotSupported(_ text: String) {
    #expect(throws: CryptoError.unsupported(.passwordHash)) { _ = try PasswordHash(parsing: text) }
  }

  @Test func boundsTheLengthOfATextBeforeReadingIt() {
    let text = Self.example + String(repeating: "A", count: 1 << 20)
    #expect(throws: CryptoError.malformed(.passwordHash, offset: 512)) { _ = try PasswordHash(parsing: text) }
  }

  @Test func writesWhatItHasReadByteForByte() throws {
    let texts = [
      "$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E",
      "$pbkdf2-sha256$i=4096,l=32$c2FsdHNhbHQ$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E",
      "$pbkdf2-sha512$i=4096,l=32$c2FsdHNhbHQ$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E",
      "$argon2id$v=19$m=19456,t=2,p=1,keyid=AAAAAQ,data=AQI$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    ]
    for text in texts { #expect(try PasswordHash(parsing: text).text == text) }
    let peppered = try PasswordHash(parsing: texts[3])
    #expect(peppered.pepper == 1 && peppered.data == [1, 2])
  }

  @Test func survivesChangedTextsAndLeaksNothing() throws {
    let probe = LeakProbe(marker: "c3cr3tMarker7f1d")
    let inputs = try probe.inputs(
      from: [
        "$argon2id$v=19$m=19456,t=2,p=1$%$AAAAAAAAAAAAAAAAAAAAAA", "$scrypt$ln=17,r=8,p=1$%$%",
        "$%$i=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA", "$argon2id$v=19$m=%,t=2,p=1$c29tZXNhbHQ$AAAA",
      ], randomness: SeededRandomness(seed: 20_250_801), count: 400)
    var read = 0
    for input in inputs {
      let text = String(decoding: input, as: UTF8.self)
      do {
        #expect(try PasswordHash(parsing: text).text == text)
        read += 1
      } catch {
        #expect(probe.leaks(in: error).isEmpty)
      }
    }
    #expect(read > 0)
  }
}
