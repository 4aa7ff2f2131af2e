@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@Suite struct IdentityTests {
  static let text = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX"
  static let recipient = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj"

  private func exported(_ identity: Identity) -> String {
    identity.exportText().withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test func theExampleOfTheSpecificationIsRead() throws {
    let identity = try Identity(text: Self.text)
    #expect(identity.kind == .x25519)
    #expect(
      try identity == Identity(rawRepresentation: SecretBytes(copying: [UInt8](repeating: 0x42, count: 32))))
    #expect(exported(identity) == Self.text)
  }

  @Test func aRecipientIsReadAndPrinted() throws {
    let recipient = try Recipient(text: Self.recipient)
    #expect(recipient.kind == .x25519)
    #expect(recipient.rawRepresentation.count == 32)
    #expect(recipient.text == Self.recipient)
    #expect("\(recipient)" == Self.recipient)
    #expect(try Recipient(rawRepresentation: recipient.rawRepresentation) == recipient)
  }

  @Test func twoNewIdentitiesDiffer() throws {
    let (first, second) = (try Identity(), try Identity())
    #expect(first != second)
    #expect(try Identity(text: exported(first)) == first)
  }

  @Test(arguments: [
    (
      "age-secret-key-1gfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpq4egaex",
      CryptoError.malformed(.identity, offset: 0)
    ),
    (
      "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAE",
      .malformed(.identity, offset: nil)
    ),
    (
      "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX ",
      .malformed(.identity, offset: 74)
    ),
    (
      "AGE-SECRET-KEY-1gFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX",
      .malformed(.identity, offset: 16)
    ),
    ("A12UEL5L", .malformed(.identity, offset: 0)),
    ("", .malformed(.identity, offset: nil)),
  ])
  func anIdentityThatIsNotRightIsRefused(_ text: String, _ expected: CryptoError) {
    #expect(throws: expected) { try Identity(text: text) }
  }

  @Test(arguments: [
    (
      "AGE1ZVKYG2LQZRAA2LNJVQEJ32NKUU0UES2S82HZRYE869XEEXVN73EQUNUJWJ",
      CryptoError.malformed(.recipient, offset: 0)
    ),
    (Self.recipient + "\n", .malformed(.recipient, offset: 62)),
    ("a12uel5l", .malformed(.recipient, offset: 0)),
    ("age1tag1qt8lw0ual6avlwmwatk888yqnmdamm7xfd0wak53ut6elz5c4swx2yqdj4e", .unsupported(.recipient)),
    ("ssh-ed25519 AAAA", .unsupported(.recipient)),
    (Self.text, .malformed(.recipient, offset: 0)),
  ])
  func aRecipientThatIsNotRightIsRefused(_ text: String, _ expected: CryptoError) {
    #expect(throws: expected) { try Recipient(text: text) }
  }

  @Test func keysOfAWrongSizeAreRefused() throws {
    for count in [0, 31, 33] {
      let bytes = [UInt8](repeating: 1, count: count)
      #expect(throws: CryptoError.malformed(.recipient, offset: nil)) {
        try Recipient(rawRepresentation: bytes)
      }
      #expect(throws: CryptoError.malformed(.identity, offset: nil)) {
        try Identity(rawRepresentation: SecretBytes(copying: bytes))
      }
    }
  }

  @Test func anIdentityShowsNothingOfItsKey() throws {
    let probe = LeakProbe(marker: "s3cr3t-Marker-of-32-bytes-7f1dab")
    let identity = try Identity(rawRepresentation: SecretBytes(copying: Array(probe.marker.utf8)))
    #expect(probe.leaks(in: identity).isEmpty)
    #expect(LeakProbe(marker: exported(identity)).leaks(in: identity).isEmpty)
  }
}
