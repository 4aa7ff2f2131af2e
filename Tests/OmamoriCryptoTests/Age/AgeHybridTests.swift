@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriCrypto

@Suite struct AgeHybridTests {
  private static let fileKey = Array("YELLOW SUBMARINE".utf8)

  private func header(_ text: String) throws -> AgeHeader {
    var reader = AgeHeaderReader()
    _ = try reader.read(Array(text.utf8).byteSpan)
    return try reader.finish()
  }

  private func bytes(_ key: AgeFileKey) -> [UInt8] {
    key.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
  }

  @Test func theExampleOfTheSpecificationIsRead() throws {
    let identity = try Identity(text: AgeHybridVectors.identity)
    #expect(identity.kind == .mlkem768x25519)
    #expect(identity.recipient.text == AgeHybridVectors.recipient)
    #expect(try Recipient(text: AgeHybridVectors.recipient) == identity.recipient)
    let text = identity.exportText().withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
    #expect(text == AgeHybridVectors.identity)
  }

  @Test func theHeaderOfTheTestKitOpens() throws {
    let identity = try Identity(text: AgeHybridVectors.kitIdentity)
    let header = try header(AgeHybridVectors.kitHeader)
    #expect(try bytes(header.fileKey(for: [identity])) == Self.fileKey)
    #expect(String(decoding: header.text, as: UTF8.self) == AgeHybridVectors.kitHeader)
    #expect(throws: CryptoError.noMatchingKey) { try header.fileKey(for: [Identity()]) }
    #expect(throws: CryptoError.noMatchingKey) { try header.fileKey(for: [Identity(kind: .mlkem768x25519)]) }
  }

  @Test func aShareOfSmallOrderIsRefused() throws {
    let identity = try Identity(text: AgeHybridVectors.kitIdentity)
    #expect(throws: CryptoError.malformed(.ageFile, offset: nil)) {
      try header(AgeHybridVectors.kitLowOrder).fileKey(for: [identity])
    }
  }

  @Test func everyRecipientOpensTheFile() throws {
    let identities = [try Identity(kind: .mlkem768x25519), try Identity(kind: .mlkem768x25519)]
    let plaintext = Array("post-quantum".utf8)
    let file = try AgeBox.seal(plaintext) { try $0.header(for: identities.map(\.recipient)) }
    for identity in identities {
      #expect(try AgeBox.open(file) { try $0.fileKey(for: [Identity(), identity]) } == plaintext)
    }
  }

  @Test func kindsAreNotMixed() throws {
    let recipients = [try Identity(kind: .mlkem768x25519).recipient, try Identity().recipient]
    #expect(throws: CryptoError.mixedRecipients) { try AgeFileKey().header(for: recipients) }
  }

  @Test func aStanzaThatIsNotRightIsRefused() throws {
    let identity = try Identity(kind: .mlkem768x25519)
    let key = try AgeFileKey()
    let good = try #require(try key.header(for: [identity.recipient]).stanzas.first)
    let enc = try #require(Base64.standard.decode(good.arguments[1], padded: false))
    #expect(enc.count == 1120)
    func refused(_ arguments: [String], _ body: [UInt8], _ comment: Comment) {
      #expect(throws: CryptoError.malformed(.ageFile, offset: nil), comment) {
        try key.header([AgeStanza(arguments: arguments, body: body)]).fileKey(for: [identity])
      }
    }
    refused([good.type], good.body, "no encapsulated key")
    refused(good.arguments + ["x"], good.body, "an argument too many")
    refused(
      [good.type, Base64.standard.encode(Array(enc.dropLast()), padded: false)], good.body, "a short key")
    refused([good.type, Base64.standard.encode(enc + [0], padded: false)], good.body, "a long key")
    refused([good.type, good.arguments[1] + "="], good.body, "padding")
    refused(good.arguments, Array(good.body.dropLast()), "a short body")
    refused(good.arguments, good.body + [0], "a long body")
    for place in [0, 500, 1087, 1088, 1119] {
      var changed = enc
      changed[place] ^= 1
      let stanza = AgeStanza(
        arguments: [good.type, Base64.standard.encode(changed, padded: false)], body: good.body)
      #expect(throws: CryptoError.noMatchingKey) { try key.header([stanza]).fileKey(for: [identity]) }
    }
  }

  @Test func aRecipientThatIsNoKeyIsRefused() throws {
    let recipient = try Recipient(
      rawRepresentation: [UInt8](repeating: 0xFF, count: 1216), kind: .mlkem768x25519)
    #expect(throws: CryptoError.malformed(.recipient, offset: nil)) {
      try AgeFileKey().header(for: [recipient])
    }
  }
}
