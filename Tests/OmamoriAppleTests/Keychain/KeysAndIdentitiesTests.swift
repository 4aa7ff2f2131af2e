import LocalAuthentication
import OmamoriApple
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile
import Security
import Testing

/// Keys and certificates that are some, through the portable interfaces.
@Suite struct KeysAndIdentitiesTests {
  private let device = Device()

  @Test func keysAreMadeUsedAndExchangedByTheirTag() async throws {
    try await device.run { keychain in
      let keys = KeychainKeys(backend: keychain)
      let first = try await keys.makeSigningKey(tag: "sign")
      let message = Data("message".utf8)
      let signature = try #require(try await keys.sign(message, tag: "sign"))
      #expect(first.isValidSignature(signature, for: message))
      let second = try #require(try await keys.rotateSigningKey(tag: "sign", keepingPrevious: true))
      #expect(second.x963Representation != first.x963Representation)
      #expect(try await keys.signingKey(tag: "sign")?.x963Representation == second.x963Representation)
      let again = try #require(try await keys.sign(message, tag: "sign"))
      #expect(second.isValidSignature(again, for: message))
      #expect(try await keys.remove(tag: "sign"))
      #expect(try await keys.signingKey(tag: "sign") == nil)
    }
    #expect(device.keychain.count == 0)
  }

  @Test func aKeyIsForWhatItWasMadeFor() async throws {
    try await device.run { keychain in
      let keys = KeychainKeys(backend: keychain)
      _ = try await keys.makeDecryptionKey(tag: "open")
      #expect(try await keys.decryptionKey(tag: "open") != nil)
      await #expect(throws: KeychainError.wrongType) { try await keys.sign(Data([1]), tag: "open") }
    }
  }

  @Test(arguments: [LAError.Code?.none, .userCancel])
  func aProtectedKeyAsksAndItsPublicKeyDoesNot(answer: LAError.Code?) async throws {
    let device = Device(answers: [answer])
    try await device.run { keychain in
      let keys = KeychainKeys(backend: keychain)
      let control = AccessControl(.whenUnlockedThisDeviceOnly, .biometryCurrentSet)
      _ = try await keys.makeSigningKey(tag: "sign", .init(accessControl: control))
      #expect(try await keys.signingKey(tag: "sign") != nil)
      #expect(device.promptCount == 0)
      if answer == nil {
        #expect(try await keys.sign(Data([1]), tag: "sign", access: asking) != nil)
      } else {
        await #expect(throws: KeychainError.cancelled) {
          try await keys.sign(Data([1]), tag: "sign", access: asking)
        }
      }
      #expect(device.promptCount == 1)
    }
  }

  @Test(arguments: [true, false])
  func aCertificateAndItsPrivateKeyAreAnIdentity(isPrivate: Bool) async throws {
    let key = P256.Signing.PrivateKey()
    let point = key.publicKey.x963Representation
    let stored = isPrivate ? key.x963Representation : point
    try await device.run { keychain in
      try await keychain.set(
        NewItem(
          .key, [.applicationTag: .data(Data("tag".utf8)), .keyClass: .number(isPrivate ? 1 : 0)],
          secret: SharedSecretBytes(SecretBytes(copying: stored))))
      let certificate = Certificate(serial: 5, publicKey: Array(point))
      try await keychain.set(certificate.item(label: "client"))
      let query = ItemQuery(.identity, [.label: .text("client")])
      let found = try await keychain.find(query, withSecrets: true, access: .none)
      #expect(found.count == (isPrivate ? 1 : 0))
      #expect(found.allSatisfy { $0.secret == certificate.secret })
      #expect(found.allSatisfy { $0.attributes.data(.applicationTag) == Data("tag".utf8) })
    }
  }

  @Test func whatIsNoKeyAndNoCertificateIsRefused() async {
    await device.run { keychain in
      for count in [0, 32, 64, 96, 98] {
        let secret = SharedSecretBytes(SecretBytes(copying: [UInt8](repeating: 4, count: count)))
        await #expect(throws: KeychainError.unsupported(.keyType)) {
          try await keychain.set(NewItem(.key, [:], secret: secret))
        }
      }
      await #expect(throws: KeychainError.wrongType) {
        try await keychain.set(NewItem(.certificate, [:], secret: secretBytes("no DER")))
      }
      await #expect(throws: KeychainError.wrongType) {
        try await keychain.set(NewItem(.certificate, [:], secret: nil))
      }
    }
    #expect(device.keychain.count == 0)
  }
}
