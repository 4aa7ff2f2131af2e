import OmamoriCore
import Testing

@testable import OmamoriCrypto

/// The byte format of Apple's SecKey functions.
@Suite struct ECIESTests {
  static let all: [ECIES] = [
    .standardX963SHA256AESGCM, .standardX963SHA384AESGCM, .standardX963SHA512AESGCM,
    .standardVariableIVX963SHA256AESGCM, .standardVariableIVX963SHA384AESGCM,
    .standardVariableIVX963SHA512AESGCM,
  ]

  /// The ephemeral key 22…22 as a point.
  static let point = hex(
    """
    04d65a93977caa3d1b081852ff57a79e465f1660577304baead505dd3a48589cf3
    50185e895372df6221ea3a137557e473fddb6755f05bd507c3c533fce9c91285
    """)

  /// Messages from that key to the key 11…11: scheme, shared information, ciphertext and tag.
  static let known: [(ECIES, String, String)] = [
    (.standardX963SHA256AESGCM, "", "8d75aeebfcae37c288da77ff4d6c98c2a8daf7022ac64c226d03c2f62bb7"),
    (.standardVariableIVX963SHA256AESGCM, "", "1234e1fe2ddbef20d97c96269b04d2c8385234e6f3bdf44d24f741769b68"),
    (.standardX963SHA256AESGCM, "shared", "ea6774a41796aabd5f64076d433028871e639fb97cdc2c4e969a02a0469a"),
    (
      .standardVariableIVX963SHA256AESGCM, "shared",
      "c22685d4763b5e9c7784504b196896a6ac014a039db2199564b160009a8a"
    ),
  ]

  @Test func knownAnswers() throws {
    let recipient = try P256.KeyAgreement.PrivateKey(rawRepresentation: Data(repeating: 0x11, count: 32))
    let ephemeral = try P256.KeyAgreement.PrivateKey(rawRepresentation: Data(repeating: 0x22, count: 32))
    let message = Data("Secret message".utf8)
    for (scheme, shared, rest) in Self.known {
      let information = Data(shared.utf8)
      let sealed = try scheme.seal(
        message, with: ephemeral, to: recipient.publicKey, sharedInformation: information,
        authenticating: Data())
      #expect(Array(sealed) == Self.point + hex(rest))
      #expect(try scheme.decrypt(sealed, with: recipient, sharedInformation: information) == message)
    }
  }

  @Test func everyCurveAndScheme() throws {
    let (p256, p384) = (P256.KeyAgreement.PrivateKey(), P384.KeyAgreement.PrivateKey())
    let p521 = P521.KeyAgreement.PrivateKey()
    let (information, data) = (Data("purpose".utf8), Data("header".utf8))
    for scheme in Self.all {
      for message in [Data(), Data([7]), Data(repeating: 9, count: 10_000)] {
        let first = try scheme.encrypt(
          message, to: p256.publicKey, sharedInformation: information, authenticating: data)
        let second = try scheme.encrypt(
          message, to: p384.publicKey, sharedInformation: information, authenticating: data)
        let third = try scheme.encrypt(
          message, to: p521.publicKey, sharedInformation: information, authenticating: data)
        #expect(
          [first.count, second.count, third.count] == [65, 97, 133].map { $0 + message.count + 16 })
        #expect(
          try scheme.decrypt(first, with: p256, sharedInformation: information, authenticating: data)
            == message)
        #expect(
          try scheme.decrypt(second, with: p384, sharedInformation: information, authenticating: data)
            == message)
        #expect(
          try scheme.decrypt(third, with: p521, sharedInformation: information, authenticating: data)
            == message)
      }
    }
  }

  @Test func nothingElseOpens() throws {
    let (key, other) = (P256.KeyAgreement.PrivateKey(), P256.KeyAgreement.PrivateKey())
    let (information, data, message) = (Data("a".utf8), Data("b".utf8), Data("message".utf8))
    for scheme in Self.all {
      let sealed = try scheme.encrypt(
        message, to: key.publicKey, sharedInformation: information, authenticating: data)
      for wrong in Self.all where wrong != scheme {
        #expect(throws: CryptoError.authenticationFailed) {
          try wrong.decrypt(sealed, with: key, sharedInformation: information, authenticating: data)
        }
      }
      #expect(throws: CryptoError.authenticationFailed) {
        try scheme.decrypt(sealed, with: other, sharedInformation: information, authenticating: data)
      }
      #expect(throws: CryptoError.authenticationFailed) {
        try scheme.decrypt(sealed, with: key, sharedInformation: data, authenticating: data)
      }
      #expect(throws: CryptoError.authenticationFailed) {
        try scheme.decrypt(sealed, with: key, sharedInformation: information, authenticating: information)
      }
      // Shared information and associated data are not one text.
      #expect(throws: CryptoError.authenticationFailed) {
        try scheme.decrypt(sealed, with: key, sharedInformation: information + data)
      }
    }
  }

  @Test func noChangedByteOpens() throws {
    let (key, scheme) = (P256.KeyAgreement.PrivateKey(), ECIES.standardVariableIVX963SHA256AESGCM)
    let sealed = try scheme.encrypt(Data("0123456789".utf8), to: key.publicKey)
    for index in sealed.indices {
      for bit in 0..<8 {
        var changed = sealed
        changed[index] ^= 1 << UInt8(bit)
        #expect(throws: CryptoError.self, "byte \(index), bit \(bit)") {
          try scheme.decrypt(changed, with: key)
        }
      }
    }
    for count in 0..<sealed.count {
      #expect(throws: CryptoError.self) { try scheme.decrypt(sealed.prefix(count), with: key) }
    }
    #expect(throws: CryptoError.truncated(.ecies)) { try scheme.decrypt(sealed.prefix(80), with: key) }
    #expect(throws: CryptoError.authenticationFailed) { try scheme.decrypt(sealed + [0], with: key) }
  }

  @Test func pointsAreReadStrictly() throws {
    let (key, scheme) = (P256.KeyAgreement.PrivateKey(), ECIES.standardX963SHA256AESGCM)
    let sealed = try scheme.encrypt(Data(count: 40), to: key.publicKey)
    // The hybrid form names the same point and says whether y is odd.
    let hybrid = Data([6 | sealed[64] & 1]) + sealed.dropFirst()
    let compressed = Data([2 | sealed[64] & 1]) + sealed[1..<33] + sealed[65...]
    let infinity = Data(count: 65) + sealed[65...]
    let offCurve = Data([4]) + Data(repeating: 1, count: 64) + sealed[65...]
    for hostile in [hybrid, compressed, infinity, offCurve] {
      #expect(throws: CryptoError.malformed(.ecies, offset: 0)) { try scheme.decrypt(hostile, with: key) }
    }
  }

  @Test(.enabled(if: PublicKeyPeer.isThere, "no cryptography 50 for Python"))
  func bothWaysWithThePeer() throws {
    let (p256, p521) = (P256.KeyAgreement.PrivateKey(), P521.KeyAgreement.PrivateKey())
    let message = Data("Nachricht an ein iPhone".utf8)
    let hashes = ["256", "384", "512", "256", "384", "512"]
    for (index, scheme) in Self.all.enumerated() {
      let more = [
        "hash": hashes[index], "vector": index < 3 ? "zero" : "derived",
        "aad": PublicKeyPeer.text(Data("header".utf8)),
      ]
      let (information, data) = (Data("purpose".utf8), Data("header".utf8))
      let ours = try scheme.encrypt(
        message, to: p256.publicKey, sharedInformation: information, authenticating: data)
      let read = try PublicKeyPeer.ask(
        "ecies-decrypt", "P256", key: p256.rawRepresentation, input: ours, info: "purpose", more)
      #expect(read == message)
      let theirs = try #require(
        try PublicKeyPeer.ask(
          "ecies-encrypt", "P521", key: p521.publicKey.x963Representation, input: message, info: "purpose",
          more))
      #expect(
        try scheme.decrypt(theirs, with: p521, sharedInformation: information, authenticating: data)
          == message)
      #expect(
        try PublicKeyPeer.ask(
          "ecies-decrypt", "P256", key: p256.rawRepresentation, input: ours, info: "other", more) == nil)
    }
  }
}
