import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

@Suite struct InternetPasswordTests {
  let keychain = Keychain(service: "app", backend: MemoryKeychain())

  private func secret(_ text: String) -> SharedSecretBytes {
    SharedSecretBytes(SecretBytes(copying: Array(text.utf8)))
  }

  @Test func keepsThemByServerAndAccount() async throws {
    let alice = InternetPassword(server: "example.com", account: "alice")
    var bob = InternetPassword(server: "example.com", account: "bob", port: 8443, path: "/admin")
    bob.authenticationType = "dflt"
    try await keychain.setPassword(secret("a"), for: alice)
    try await keychain.setPassword(secret("b"), for: bob, label: "Bob")
    try await keychain.setPassword(secret("A"), for: alice)
    #expect(try await keychain.password(for: alice) == secret("A"))
    #expect(try await keychain.password(for: bob) == secret("b"))
    let listed = try await keychain.passwords(on: "example.com")
    #expect(listed.map(\.account) == ["alice", "bob"])
    #expect(listed.last?.port == 8443)
    #expect(try await keychain.password(for: InternetPassword(server: "example.com", account: "eve")) == nil)
    #expect(try await keychain.removePassword(for: alice))
    #expect(try await keychain.password(for: alice) == nil)
    #expect(try await keychain.password(for: bob) != nil)
    await #expect(throws: KeychainError.invalidRequest(.emptyName)) {
      try await keychain.setPassword(secret("x"), for: InternetPassword(server: "", account: "a"))
    }
  }
}

@Suite struct CertificateItemTests {
  let memory = MemoryKeychain()
  var keychain: Keychain { Keychain(service: "app", backend: memory) }

  @Test func keepsACertificateOnceWhateverItsLabel() async throws {
    let certificate = try certificate(of: nil)
    try await keychain.addCertificate(certificate, label: "first")
    let stored = try await keychain.addCertificate(certificate, label: "second")
    #expect(stored.attributes.data(.publicKeyHash) == certificate.publicKeyHash)
    #expect(try await keychain.certificates() == [certificate])
    #expect(try await keychain.certificates(labelled: "first").isEmpty)
    #expect(try await keychain.certificates(labelled: "second") == [certificate])
    #expect(try await keychain.removeCertificate(certificate))
    #expect(try await keychain.removeCertificate(certificate) == false)
  }

  @Test func joinsIdentities() async throws {
    let keys = KeychainKeys(backend: memory)
    let publicKey = try await keys.makeSigningKey(tag: "client")
    let certificate = try certificate(of: publicKey)
    try await keychain.addCertificate(certificate, label: "Client")
    let identity = try #require(try await keychain.identities().first)
    #expect(identity.certificate == certificate)
    #expect(identity.label == "Client")
    let message = Data("hello".utf8)
    let signature = try #require(try await keys.sign(message, tag: identity.keyTag))
    #expect(publicKey.isValidSignature(signature, for: message))
    #expect(try await keychain.identities(labelled: "other").isEmpty)
    try await keys.remove(tag: "client")
    #expect(try await keychain.identities().isEmpty)
  }

  @Test func isAValueOfAKeyToo() async throws {
    let key = Keychain.Key<Certificate>("server")
    let certificate = try certificate(of: nil)
    try await keychain.set(certificate, for: key)
    #expect(try await keychain.value(for: key) == certificate)
  }

  /// A certificate that nobody signed, for a public key.
  private func certificate(of key: P256.Signing.PublicKey?) throws -> Certificate {
    func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
      let count = content.count
      let long = count < 256 ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 255)]
      return [tag] + (count < 128 ? [UInt8(count)] : long) + content
    }
    let algorithm = element(0x30, element(0x06, [0x2B, 0x65, 0x70]))
    let name = element(0x30, [])
    let time = element(0x18, Array("20991231235959Z".utf8))
    let key = (key ?? P256.Signing.PrivateKey().publicKey).derRepresentation
    let body = element(
      0x30, element(0x02, [1]) + algorithm + name + element(0x30, time + time) + name + Array(key))
    return try Certificate(derRepresentation: Data(element(0x30, body + algorithm + element(0x03, [0, 1]))))
  }
}
