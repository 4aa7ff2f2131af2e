import OmamoriCore
import OmamoriCrypto
@testable import OmamoriKeychain
@testable import OmamoriKeychainFile
import Testing

/// A store without transactions, such as a system's keychain is, that can end after some writes, as a killed program does.
private struct Fragile: KeychainBackend {
  let memory = MemoryKeychain()
  let writesLeft = Protected(Int.max)
  /// What somebody else does just before a write, with the number of writes until then.
  let intrusion = Protected<(writes: Int, body: @Sendable () async -> Void)?>(nil)

  var capabilities: KeychainCapabilities { memory.capabilities.subtracting(.transactions) }
  func lockState() async -> KeychainLockState { await memory.lockState() }
  func changes() throws(KeychainError) -> KeychainChanges { try memory.changes() }

  private func write() async throws(KeychainError) {
    let body = intrusion.withLock { intrusion -> (@Sendable () async -> Void)? in
      guard let (writes, body) = intrusion else { return nil }
      intrusion = writes > 0 ? (writes - 1, body) : nil
      return writes > 0 ? nil : body
    }
    await body?()
    try writesLeft.withLock { left throws(KeychainError) in
      guard left > 0 else { throw .diskFull }
      left -= 1
    }
  }

  func put(_ item: NewItem, if condition: PutCondition, access: ItemAccess) async throws(KeychainError)
    -> KeychainItem?
  {
    try await write()
    return try await memory.put(item, if: condition, access: access)
  }

  func find(_ query: ItemQuery, withSecrets: Bool, access: ItemAccess) async throws(KeychainError)
    -> [KeychainItem]
  {
    try await memory.find(query, withSecrets: withSecrets, access: access)
  }

  func update(
    _ query: ItemQuery, _ changes: ItemChanges, access: ItemAccess
  ) async throws(KeychainError) -> Int {
    try await write()
    return try await memory.update(query, changes, access: access)
  }

  func remove(_ query: ItemQuery) async throws(KeychainError) -> Int {
    try await write()
    return try await memory.remove(query)
  }

  func transaction<Outcome: Sendable>(
    _ body: @escaping @Sendable (any KeychainTransaction) throws(KeychainError) -> Outcome
  ) async throws(KeychainError) -> Outcome { throw .unsupported(.transactions) }
}

@Suite struct KeychainKeysTests {
  let memory = MemoryKeychain()
  var keys: KeychainKeys { KeychainKeys(backend: memory) }
  private let message = Data("a message".utf8)

  @Test func signs() async throws {
    #expect(try await keys.sign(message, tag: "s") == nil)
    let publicKey = try await keys.makeSigningKey(tag: "s")
    let signature = try #require(try await keys.sign(message, tag: "s"))
    #expect(publicKey.isValidSignature(signature, for: message))
    #expect(try await keys.signingKey(tag: "s")?.x963Representation == publicKey.x963Representation)
    await #expect(throws: KeychainError.wrongType) { _ = try await keys.decrypt(message, tag: "s") }
    await #expect(throws: KeychainError.wrongType) { _ = try await keys.decryptionKey(tag: "s") }
    await #expect(throws: KeychainError.wrongType) { _ = try await keys.rotateDecryptionKey(tag: "s") }
  }

  @Test(arguments: [ECIES.standardX963SHA256AESGCM, .standardVariableIVX963SHA256AESGCM])
  func decrypts(_ algorithm: ECIES) async throws {
    let publicKey = try await keys.makeDecryptionKey(tag: "d")
    let sealed = try algorithm.encrypt(message, to: publicKey)
    #expect(try await keys.decrypt(sealed, tag: "d", algorithm: algorithm) == message)
    #expect(try await keys.decrypt(sealed, tag: "other", algorithm: algorithm) == nil)
    var changed = sealed
    changed[changed.count - 1] ^= 1
    for bad in [changed, Data(), Data(sealed.dropLast(20)), Data(count: 200)] {
      await #expect(throws: KeychainError.unreadableMessage) {
        _ = try await keys.decrypt(bad, tag: "d", algorithm: algorithm)
      }
    }
    await #expect(throws: KeychainError.wrongType) { _ = try await keys.sign(message, tag: "d") }
  }

  @Test func keepsTheKeyThatIsThere() async throws {
    let first = try await keys.makeSigningKey(tag: "s")
    await #expect(throws: KeychainError.duplicate) { try await keys.makeSigningKey(tag: "s") }
    await #expect(throws: KeychainError.duplicate) { try await keys.makeDecryptionKey(tag: "s") }
    #expect(try await keys.signingKey(tag: "s")?.x963Representation == first.x963Representation)
    let all = ItemQuery(.key, limit: .all)
    #expect(try await memory.find(all).count == 2)
  }

  @Test func storesWhatAppleStores() async throws {
    try await keys.makeSigningKey(tag: "s", KeychainKeys.Options(label: "Signing"))
    let item = try #require(
      try await memory.find(ItemQuery(.key, [.keyClass: .number(1)]), withSecrets: true).first)
    #expect(item.accessibility == .whenUnlockedThisDeviceOnly)
    #expect(item.attributes.number(.type) == 73)
    #expect(item.attributes.number(.keySizeInBits) == 256)
    #expect(item.attributes.text(.label) == "Signing")
    #expect(item.secret?.count == 97)
    let point = try #require(try await keys.signingKey(tag: "s")).x963Representation
    #expect(item.attributes.data(.applicationLabel) == Data(Insecure.SHA1.hash(data: point)))
  }

  @Test func asksForEveryUseAndNotForThePublicKey() async throws {
    let own = ItemAccess(applicationPassword: SharedSecretBytes(SecretBytes(copying: Array("own".utf8))))
    let control = AccessControl(.whenUnlocked, [.applicationPassword, .privateKeyUsage])
    let options = KeychainKeys.Options(accessControl: control)
    await #expect(throws: KeychainError.denied) { try await keys.makeSigningKey(tag: "s", options) }
    let made = try await keys.makeSigningKey(tag: "t", options, access: own)
    #expect(try await keys.signingKey(tag: "t")?.x963Representation == made.x963Representation)
    await #expect(throws: KeychainError.denied) { _ = try await keys.sign(message, tag: "t") }
    let signature = try #require(try await keys.sign(message, tag: "t", access: own))
    #expect(made.isValidSignature(signature, for: message))
    let rotated = try #require(try await keys.rotateSigningKey(tag: "t", options, access: own))
    let second = try #require(try await keys.sign(message, tag: "t", access: own))
    #expect(rotated.isValidSignature(second, for: message))
  }

  @Test func lockedIsNotAbsent() async throws {
    try await keys.makeSigningKey(tag: "s")
    memory.setLockState(.locked)
    await #expect(throws: KeychainError.locked) { _ = try await keys.sign(message, tag: "s") }
    await #expect(throws: KeychainError.locked) { _ = try await keys.signingKey(tag: "s") }
    await #expect(throws: KeychainError.locked) { try await keys.rotateSigningKey(tag: "s") }
    await #expect(throws: KeychainError.locked) { try await keys.makeSigningKey(tag: "s") }
  }

  @Test func rotatesAndOpensWhatIsOnItsWay() async throws {
    #expect(try await keys.rotateDecryptionKey(tag: "d") == nil)
    let ecies = ECIES.standardVariableIVX963SHA256AESGCM
    var messages = [try ecies.encrypt(message, to: try await keys.makeDecryptionKey(tag: "d"))]
    for _ in 0..<2 {
      let next = try #require(try await keys.rotateDecryptionKey(tag: "d"))
      messages.append(try ecies.encrypt(message, to: next))
    }
    #expect(try await keys.decrypt(messages[2], tag: "d") == message)
    #expect(try await keys.decrypt(messages[1], tag: "d") == message)
    await #expect(throws: KeychainError.unreadableMessage) {
      _ = try await keys.decrypt(messages[0], tag: "d")
    }
    #expect(try await memory.find(ItemQuery(.key, limit: .all)).count == 4)
    #expect(try await keys.remove(tag: "d"))
    #expect(try await keys.remove(tag: "d") == false)
    #expect(try await memory.find(ItemQuery(.key, limit: .all)).isEmpty)
  }

  @Test func leavesNoOldSigningKeyUnlessTold() async throws {
    let first = try await keys.makeSigningKey(tag: "s")
    let second = try #require(try await keys.rotateSigningKey(tag: "s"))
    #expect(first.x963Representation != second.x963Representation)
    #expect(try await memory.find(ItemQuery(.key, limit: .all)).count == 2)
    try await keys.rotateSigningKey(tag: "s", keepingPrevious: true)
    #expect(try await memory.find(ItemQuery(.key, limit: .all)).count == 4)
  }

  @Test func neverHasNoKeyWhereverARotationEnds() async throws {
    for writes in 0...8 {
      let fragile = Fragile()
      let keys = KeychainKeys(backend: fragile)
      let ecies = ECIES.standardVariableIVX963SHA256AESGCM
      let sealed = try ecies.encrypt(message, to: try await keys.makeDecryptionKey(tag: "d"))
      fragile.writesLeft.withLock { $0 = writes }
      do throws(KeychainError) {
        try await keys.rotateDecryptionKey(tag: "d")
      } catch {
        #expect(error == .diskFull)
      }
      fragile.writesLeft.withLock { $0 = .max }
      // The old key opens its messages, whether it is still the current one or the one before.
      #expect(try await keys.decrypt(sealed, tag: "d") == message)
      let current = try #require(try await keys.decryptionKey(tag: "d"))
      #expect(try await keys.decrypt(ecies.encrypt(message, to: current), tag: "d") == message)
      let next = try #require(try await keys.rotateDecryptionKey(tag: "d"))
      #expect(try await keys.decrypt(ecies.encrypt(message, to: next), tag: "d") == message)
      await #expect(throws: KeychainError.duplicate) { try await keys.makeDecryptionKey(tag: "d") }
    }
  }

  @Test(arguments: 0...5)
  func losesNoKeyWhenTwoRotateAtATime(_ writes: Int) async throws {
    let fragile = Fragile()
    let keys = KeychainKeys(backend: fragile)
    let message = message
    let ecies = ECIES.standardVariableIVX963SHA256AESGCM
    var sealed = [try ecies.encrypt(message, to: try await keys.makeDecryptionKey(tag: "d"))]
    let others = Protected<Data?>(nil)
    fragile.intrusion.withLock { intrusion in
      intrusion = (
        writes,
        {
          let made = try? await keys.rotateDecryptionKey(tag: "d")
          let sealed = made.flatMap { try? ecies.encrypt(message, to: $0) }
          others.withLock { $0 = sealed }
        }
      )
    }
    let mine = try? await keys.rotateDecryptionKey(tag: "d")
    fragile.intrusion.withLock { $0 = nil }
    if let mine { sealed.append(try ecies.encrypt(message, to: mine)) }
    if let other = others.current { sealed.append(other) }
    #expect(sealed.count > 1)
    sealed.append(try ecies.encrypt(message, to: try #require(try await keys.decryptionKey(tag: "d"))))
    for one in sealed { #expect(try await keys.decrypt(one, tag: "d") == message) }
    #expect(try await keys.rotateDecryptionKey(tag: "d") != nil)
  }

  @Test func ofManyMakersOneMakes() async throws {
    for backend in [memory as any KeychainBackend, Fragile()] {
      let keys = KeychainKeys(backend: backend)
      let made = await withTaskGroup(of: Data?.self) { group in
        for _ in 0..<8 {
          group.addTask { try? await keys.makeSigningKey(tag: "s").x963Representation }
        }
        return await group.reduce(into: [Data]()) { all, one in if let one { all.append(one) } }
      }
      #expect(made.count <= 1)
      let current = try await keys.signingKey(tag: "s")?.x963Representation
      if let current { #expect(made == [current] || made.isEmpty) }
      if backend is MemoryKeychain { #expect(made.count == 1) }
    }
  }

  @Test func damagedHalvesAreSaid() async throws {
    try await keys.makeSigningKey(tag: "s")
    let privateKey = ItemQuery(.key, [.keyClass: .number(1)])
    let garbage = ItemChanges(secret: SharedSecretBytes(SecretBytes(copying: [1, 2, 3])))
    _ = try await memory.update(privateKey, garbage, access: .none)
    await #expect(throws: KeychainError.wrongType) { _ = try await keys.sign(message, tag: "s") }
    let publicKey = ItemQuery(.key, [.keyClass: .number(0)])
    _ = try await memory.update(publicKey, garbage, access: .none)
    await #expect(throws: KeychainError.corrupt(.item)) { _ = try await keys.signingKey(tag: "s") }
    _ = try await memory.remove(publicKey)
    await #expect(throws: KeychainError.corrupt(.item)) { _ = try await keys.signingKey(tag: "s") }
  }
}
