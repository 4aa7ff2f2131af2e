import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
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
