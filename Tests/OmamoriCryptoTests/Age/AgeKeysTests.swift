@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriCrypto

@Suite struct AgeKeysTests {
  /// A file of the public test kit of age (c2sp.org/CCTV/age), with its identity and file key.
  private static let kitFile = """
    -----BEGIN AGE ENCRYPTED FILE-----
    YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBURWlGMHlwcXIrYnB2Y3FY
    TnlDVkpwTDdPdXdQZFZ3UEw3S1FFYkZET0NjCmhqYWJHWHdTTFE5YzNTNkx3Mmkr
    UzJUdTJmaXdRSEhzbGJCTjZCNDFGTEUKLS0tIFd5SnA5Ri85Rk9aaDdnSmRoZXEy
    V0lKY3dIZ1ljOE5JVmgzZGR3aHJjTmcK7s9ix86RtDMnTmjU8vkTTLdMW/73vqpS
    yPC8DpksHoMx+2Y=
    -----END AGE ENCRYPTED FILE-----

    """
  private static let kitIdentity =
    "AGE-SECRET-KEY-1EGTZVFFV20835NWYV6270LXYVK2VKNX2MMDKWYKLMGR48UAWX40Q2P2LM0"
  private static let kitPayload = "013f54400c82da08037759ada907a8b864e97de81c088a182062c4b5622fd2ab"

  private static let fileKey = "YELLOW SUBMARINE"

  /// Points of small order (RFC 7748, section 6.1): 0, 1, p - 1, p, p + 1, and two of order 8.
  private static let smallOrder: [[UInt8]] = {
    let (zeros, ones) = ([UInt8](repeating: 0, count: 31), [UInt8](repeating: 0xFF, count: 30) + [0x7F])
    let ofOrder8: [[UInt8]] = [
      [
        0xE0, 0xEB, 0x7A, 0x7C, 0x3B, 0x41, 0xB8, 0xAE, 0x16, 0x56, 0xE3, 0xFA, 0xF1, 0x9F, 0xC4, 0x6A,
        0xDA, 0x09, 0x8D, 0xEB, 0x9C, 0x32, 0xB1, 0xFD, 0x86, 0x62, 0x05, 0x16, 0x5F, 0x49, 0xB8, 0x00,
      ],
      [
        0x5F, 0x9C, 0x95, 0xBC, 0xA3, 0x50, 0x8C, 0x24, 0xB1, 0xD0, 0xB1, 0x55, 0x9C, 0x83, 0xEF, 0x5B,
        0x04, 0x44, 0x5C, 0xC4, 0x58, 0x1C, 0x8E, 0x86, 0xD8, 0x22, 0x4E, 0xDD, 0xD0, 0x9F, 0x11, 0x57,
      ],
    ]
    return [[0] + zeros, [1] + zeros, [0xEC] + ones, [0xED] + ones, [0xEE] + ones] + ofOrder8
  }()

  private func fileKey() throws -> AgeFileKey {
    try AgeFileKey(SecretBytes(copying: Array(Self.fileKey.utf8)))
  }

  private func bytes(_ key: AgeFileKey) -> [UInt8] {
    key.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
  }

  private func open(_ stanzas: [AgeStanza], _ identities: [Identity]) throws -> AgeFileKey {
    try fileKey().header(stanzas).fileKey(for: identities)
  }

  @Test func aFileOfTheTestKitOpens() throws {
    let armored = Array(Self.kitFile.utf8)
    let file = try #require(unsafe try AgeArmor.content(of: armored.byteSpan.bytes))
    let identity = try Identity(text: Self.kitIdentity)
    let plaintext = try AgeBox.open(file) { header in
      let key = try header.fileKey(for: [identity])
      #expect(bytes(key) == Array(Self.fileKey.utf8))
      #expect(key.header(header.stanzas) == header)
      return key
    }
    #expect(
      SHA256.hash(data: plaintext).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        == Self.kitPayload)
    #expect(throws: CryptoError.noMatchingKey) { try AgeBox.open(file) { try $0.fileKey(for: [Identity()]) } }
    #expect(throws: CryptoError.noMatchingKey) { try AgeBox.open(file) { try $0.fileKey(for: []) } }
  }

  @Test func theRecipientOfTheSpecificationsIdentityIsRight() throws {
    #expect(try Identity(text: IdentityTests.text).recipient.text == IdentityTests.recipient)
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 131_072])
  func everyRecipientOpensTheFile(_ count: Int) throws {
    let identities = try (0..<3).map { _ in try Identity() }
    let plaintext = try SeededRandomness(seed: 7).bytes(count: count)
    let file = try AgeBox.seal(plaintext) { try $0.header(for: identities.map(\.recipient)) }
    for identity in identities {
      #expect(try AgeBox.open(file) { try $0.fileKey(for: [Identity(), identity]) } == plaintext)
    }
    #expect(throws: CryptoError.noMatchingKey) { try AgeBox.open(file) { try $0.fileKey(for: [Identity()]) } }
  }

  @Test func unknownStanzasAreLeftOut() throws {
    let identity = try Identity()
    let own = try X25519Stanza.wrap(fileKey(), for: identity.recipient.rawRepresentation)
    let grease = [
      AgeStanza(arguments: ["abc-grease", "x"], body: [1, 2, 3]), AgeStanza(arguments: ["x25519"], body: []),
      AgeStanza(arguments: ["X25519s", "y"], body: []), AgeStanza(arguments: ["ssh-rsa", "z"], body: [0]),
    ]
    #expect(try bytes(open(grease + [own] + grease, [identity])) == Array(Self.fileKey.utf8))
    #expect(throws: CryptoError.noMatchingKey) { try open(grease, [identity]) }
  }

  @Test func aStanzaThatIsNotRightIsRefused() throws {
    let identity = try Identity()
    let good = try X25519Stanza.wrap(fileKey(), for: identity.recipient.rawRepresentation)
    let share = good.arguments[1]
    let bytes = try #require(Base64.standard.decode(share, padded: false))
    func refused(_ arguments: [String], _ body: [UInt8], _ comment: Comment) {
      #expect(throws: CryptoError.malformed(.ageFile, offset: nil), comment) {
        try open([AgeStanza(arguments: arguments, body: body)], [identity])
      }
    }
    refused(["X25519"], good.body, "no share")
    refused(["X25519", share, "x"], good.body, "an argument too many")
    refused(
      ["X25519", Base64.standard.encode(Array(bytes.dropLast()), padded: false)], good.body, "a short share")
    refused(["X25519", Base64.standard.encode(bytes + [0], padded: false)], good.body, "a long share")
    refused(["X25519", share + "="], good.body, "a padded share")
    refused(["X25519", share.dropLast() + "B"], good.body, "a share with spare bits")
    refused(["X25519", share], Array(good.body.dropLast()), "a short body")
    refused(["X25519", share], good.body + [0], "a long body")
    refused(["X25519", share], [], "no body")
    for point in Self.smallOrder {
      refused(["X25519", Base64.standard.encode(point, padded: false)], good.body, "a share of small order")
      let recipient = try Recipient(rawRepresentation: point)
      #expect(throws: CryptoError.malformed(.recipient, offset: nil)) {
        try fileKey().header(for: [recipient])
      }
    }
    // A stanza that was made for this identity but changed is as if made for another.
    var body = good.body
    body[31] ^= 1
    #expect(throws: CryptoError.noMatchingKey) {
      try open([AgeStanza(arguments: good.arguments, body: body)], [identity])
    }
  }

  @Test func aHeaderThatWasChangedIsRefused() throws {
    let identity = try Identity()
    let key = try fileKey()
    let header = try key.header(for: [identity.recipient])
    for index in header.mac.indices {
      var mac = header.mac
      mac[index] ^= 0x80
      let changed = AgeHeader(stanzas: header.stanzas, authenticatedText: header.authenticatedText, mac: mac)
      #expect(throws: CryptoError.authenticationFailed) { try changed.fileKey(for: [identity]) }
    }
    let grease = header.stanzas + [AgeStanza(arguments: ["grease"], body: [])]
    let added = AgeHeader(
      stanzas: grease, authenticatedText: AgeHeader.authenticatedText(grease), mac: header.mac)
    #expect(throws: CryptoError.authenticationFailed) { try added.fileKey(for: [identity]) }
  }

  @Test func theNumberOfRecipientsIsBounded() throws {
    let (key, recipient) = (try fileKey(), try Identity().recipient)
    let bounds = CryptoError.outOfRange(lower: 1, upper: AgeHeaderReader.maximumStanzas)
    #expect(throws: bounds) { try key.header(for: []) }
    #expect(throws: bounds) { try key.header(for: [Recipient](repeating: recipient, count: 1025)) }
  }

  @Test func aFileKeyShowsNothing() throws {
    #expect(try LeakProbe(marker: Self.fileKey).leaks(in: fileKey()).isEmpty)
    #expect(throws: CryptoError.malformed(.ageFile, offset: nil)) {
      try AgeFileKey(SecretBytes(count: 15) { _ in })
    }
  }
}
