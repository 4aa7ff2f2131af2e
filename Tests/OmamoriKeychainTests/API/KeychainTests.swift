import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

private struct Token: Codable, Sendable, Equatable {
  var access: String
  var expires: Date
}

extension Keychain.Key where Value == String {
  fileprivate static let name = Self("name")
  fileprivate static let later = Self("name", accessibility: .afterFirstUnlock, label: "A name")
  fileprivate static let shared = Self("name", isSynchronizable: true)
}

extension Keychain.Key where Value == Token {
  fileprivate static let token = Self(json: "token")
}

@Suite struct KeychainTests {
  let memory = MemoryKeychain()
  var keychain: Keychain { Keychain(service: "app", backend: memory) }

  private func access(_ password: String) -> ItemAccess {
    ItemAccess(applicationPassword: SharedSecretBytes(SecretBytes(copying: Array(password.utf8))))
  }

  @Test func keepsTexts() async throws {
    #expect(try await keychain.value(for: .name) == nil)
    let item = try await keychain.set("alice", for: .name)
    #expect(item.secret == nil)
    #expect(item.attributes.text(.service) == "app")
    #expect(try await keychain.value(for: .name) == "alice")
    try await keychain.set("", for: .name)
    #expect(try await keychain.value(for: .name) == "")
    #expect(try await keychain.remove(.name))
    #expect(try await keychain.remove(.name) == false)
    #expect(try await keychain.value(for: .name) == nil)
  }

  @Test func keepsCodableValues() async throws {
    let token = Token(access: "abc", expires: Date(timeIntervalSinceReferenceDate: 1))
    try await keychain.set(token, for: .token)
    #expect(try await keychain.value(for: .token) == token)
  }

  @Test func keepsKeysOfEveryKind() async throws {
    let keychain = keychain
    func keeps<Value: KeychainValue>(_ value: Value) async throws -> Bool {
      let key = Keychain.Key<Value>("key")
      try await keychain.set(value, for: key)
      guard let found = try await keychain.value(for: key) else { return false }
      let (stored, expected) = (
        SharedSecretBytes(try found.keychainSecret()), SharedSecretBytes(try value.keychainSecret())
      )
      return stored == expected
    }
    #expect(try await keeps(Data([0, 1, 255])))
    let random = SharedSecretBytes(try SecretBytes(randomCount: 40))
    #expect(try await keeps(random))
    #expect(try await keeps(SymmetricKey(size: .bits256)))
    #expect(try await keeps(P256.Signing.PrivateKey()))
    #expect(try await keeps(P256.KeyAgreement.PrivateKey()))
    #expect(try await keeps(P384.Signing.PrivateKey()))
    #expect(try await keeps(P384.KeyAgreement.PrivateKey()))
    #expect(try await keeps(P521.Signing.PrivateKey()))
    #expect(try await keeps(P521.KeyAgreement.PrivateKey()))
    #expect(try await keeps(Curve25519.Signing.PrivateKey()))
    #expect(try await keeps(Curve25519.KeyAgreement.PrivateKey()))
  }

  @Test func saysWhenTheTypeIsWrong() async throws {
    try await keychain.set("not a key", for: .name)
    await #expect(throws: KeychainError.wrongType) {
      _ = try await keychain.value(for: Keychain.Key<P256.Signing.PrivateKey>("name"))
    }
    await #expect(throws: KeychainError.wrongType) {
      _ = try await keychain.value(for: Keychain.Key<Token>(json: "name"))
    }
    await #expect(throws: KeychainError.wrongType) {
      _ = try await keychain.value(for: Keychain.Key<Certificate>("name"))
    }
    try await keychain.set(Data([0xFF, 0xFE]), for: Keychain.Key<Data>("name"))
    await #expect(throws: KeychainError.wrongType) { _ = try await keychain.value(for: .name) }
    guard let secret = try await keychain.secret(for: .name) else {
      Issue.record("there is a secret")
      return
    }
    let count = secret.count
    #expect(count == 2)
  }

  @Test func refusesEmptyNames() async throws {
    await #expect(throws: KeychainError.invalidRequest(.emptyName)) {
      try await keychain.set("x", for: Keychain.Key<String>(""))
    }
    await #expect(throws: KeychainError.invalidRequest(.emptyName)) {
      try await Keychain(service: "", backend: memory).set("x", for: .name)
    }
    await #expect(throws: KeychainError.invalidRequest(.emptyName)) {
      try await keychain.rename(.name, to: "")
    }
  }

  @Test func takesOverTheRulesOfTheKey() async throws {
    let first = try await keychain.set("x", for: .name)
    let second = try await keychain.set("y", for: .later)
    #expect(first.reference == second.reference)
    #expect(second.accessibility == .afterFirstUnlock)
    #expect(second.attributes.text(.label) == "A name")
    #expect(try await keychain.items().count == 1)
  }

  @Test func hasNoTwoOfOneName() async throws {
    try await keychain.set("local", for: .name)
    #expect(try await keychain.value(for: .shared) == "local")
    let item = try await keychain.set("shared", for: .shared)
    #expect(item.synchronization == .notSynchronized)
    #expect(try await keychain.items().count == 1)
    #expect(try await keychain.value(for: .name) == "shared")
    #expect(try await keychain.exists(.name))
    #expect(try await keychain.remove(.name))
    #expect(try await keychain.exists(.shared) == false)
  }

  @Test func lockedIsNotAbsent() async throws {
    try await keychain.set("x", for: .name)
    memory.setLockState(.locked)
    #expect(try await keychain.exists(.name))
    #expect(try await keychain.exists(Keychain.Key<String>("other")) == false)
    await #expect(throws: KeychainError.locked) { _ = try await keychain.value(for: .name) }
    memory.setLockState(.beforeFirstUnlock)
    await #expect(throws: KeychainError.locked) { _ = try await keychain.exists(.name) }
    await #expect(throws: KeychainError.locked) {
      _ = try await keychain.exists(Keychain.Key<String>("other"))
    }
    memory.setLockState(.unavailable)
    await #expect(throws: KeychainError.unavailable(.store)) { _ = try await keychain.exists(.name) }
  }

  @Test func protectedExistsWithoutAsking() async throws {
    let key = Keychain.Key<String>("p", accessControl: AccessControl(.whenUnlocked, .applicationPassword))
    try await keychain.set("x", for: key, access: access("own"))
    #expect(try await keychain.exists(key))
    #expect(try await keychain.keys() == ["p"])
    await #expect(throws: KeychainError.denied) { _ = try await keychain.value(for: key) }
    await #expect(throws: KeychainError.wrongCredential) {
      _ = try await keychain.value(for: key, access: access("other"))
    }
    #expect(try await keychain.value(for: key, access: access("own")) == "x")
  }

  @Test func staysWithinServiceAndGroup() async throws {
    let other = Keychain(service: "other", backend: memory)
    let group = Keychain(service: "app", accessGroup: "team", backend: memory)
    for keychain in [keychain, other, group] { try await keychain.set("x", for: .name) }
    try await keychain.set("y", for: Keychain.Key<String>("shared", isSynchronizable: true))
    #expect(try await keychain.keys() == ["name", "shared"])
    #expect(try await keychain.removeAll() == 2)
    #expect(try await other.keys() == ["name"])
    #expect(try await group.keys() == ["name"])
  }

  @Test func renamesInOneStep() async throws {
    let before = try await keychain.set("x", for: .name)
    #expect(try await keychain.rename(.name, to: "new"))
    #expect(try await keychain.rename(.name, to: "newer") == false)
    #expect(try await keychain.items().first?.reference == before.reference)
    #expect(try await keychain.value(for: Keychain.Key<String>("new")) == "x")
    try await keychain.set("y", for: .name)
    await #expect(throws: KeychainError.duplicate) { try await keychain.rename(.name, to: "new") }
    #expect(try await keychain.value(for: .name) == "y")
  }

  @Test func transactionsAreWhole() async throws {
    try await keychain.set("old", for: .name)
    let key = Keychain.Key<String>("second")
    await #expect(throws: KeychainError.cancelled) {
      try await keychain.transaction { step throws(KeychainError) in
        try step.set("new", for: .name)
        try step.set("new", for: key)
        throw .cancelled
      }
    }
    #expect(try await keychain.value(for: .name) == "old")
    let seen = try await keychain.transaction { step throws(KeychainError) in
      try step.set("new", for: .shared)
      try step.rename(.name, to: "second")
      return (try step.exists(.name), try step.value(for: key), try step.items().count)
    }
    #expect(seen == (false, "new", 1))
    #expect(try await keychain.value(for: key) == "new")
  }

  @Test func waitsUntilUnlocked() async throws {
    let keychain = keychain
    try await keychain.waitUntilUnlocked()
    memory.setLockState(.locked)
    try await keychain.waitUntilUnlocked(for: .afterFirstUnlock)
    await #expect(throws: KeychainError.locked) {
      try await keychain.waitUntilUnlocked(timeout: .milliseconds(20), interval: .milliseconds(5))
    }
    let waiting = Task {
      try await keychain.waitUntilUnlocked(timeout: .seconds(60), interval: .milliseconds(2))
    }
    try await Task.sleep(for: .milliseconds(20))
    memory.setLockState(.unlocked)
    try await waiting.value
    memory.setLockState(.beforeFirstUnlock)
    let task = Task { try await keychain.waitUntilUnlocked(interval: .milliseconds(2)) }
    task.cancel()
    await #expect(throws: KeychainError.cancelled) { try await task.value }
  }

  private func size(_ name: String, in store: KeychainSecretStore) async throws -> Int? {
    guard let secret = try await store.secret(named: name) else { return nil }
    return secret.count
  }

  @Test func servesAsSecretStore() async throws {
    let store = KeychainSecretStore(keychain)
    #expect(try await size("k", in: store) == nil)
    let made = try await store.secret(named: "k", orInsertingRandom: 32)
    let again = try await store.secret(named: "k", orInsertingRandom: 32)
    let isSame = made.isEqual(to: again)
    #expect(isSame)
    let isInserted = try await store.insert(made, named: "k")
    #expect(!isInserted)
    try await store.replace(SecretBytes(copying: [1]), named: "k")
    #expect(try await size("k", in: store) == 1)
    memory.setLockState(.beforeFirstUnlock)
    await #expect(throws: CoreError.secretStore(.locked)) { _ = try await size("k", in: store) }
    await #expect(throws: CoreError.secretStore(.locked)) {
      _ = try await store.secret(named: "k", orInsertingRandom: 32)
    }
    memory.setLockState(.unlocked)
    #expect(try await store.remove(named: "k"))
    #expect(try await store.remove(named: "k") == false)
  }
}
