public import OmamoriCore
public import OmamoriCrypto

/// Keys on P-256 that are made in a keychain and used by their tags, as `SecKeyCreateRandomKey` makes them.
///
/// Private keys are asked for when they are used and are never given out. A key's public half is an item of its own, so
/// that nobody is asked for it. No key is removed before its successor is stored. Safe to use from any thread.
public struct KeychainKeys: Sendable {
  /// The rules that a key is stored by.
  public struct Options: Sendable, Hashable {
    /// When the key can be used, unless ``accessControl`` says it.
    public var accessibility: ItemAccessibility
    /// Who has to prove to be there for every use; `nil` for nobody.
    public var accessControl: AccessControl?
    /// The name shown to people.
    public var label: String?

    /// Makes rules.
    ///
    /// - Parameters:
    ///   - accessibility: When the key can be used.
    ///   - accessControl: Who has to prove to be there; its constraints may hold `privateKeyUsage`.
    ///   - label: The name shown to people.
    public init(
      accessibility: ItemAccessibility = .whenUnlockedThisDeviceOnly,
      accessControl: AccessControl? = nil,
      label: String? = nil
    ) {
      (self.accessibility, self.accessControl, self.label) = (accessibility, accessControl, label)
    }
  }

  /// The store.
  public let backend: any KeychainBackend
  /// The access group; `nil` for the store's default one.
  public let accessGroup: String?

  /// Opens the keys of a store.
  ///
  /// - Parameters:
  ///   - backend: The store.
  ///   - accessGroup: The access group; `nil` for the store's default one.
  public init(backend: any KeychainBackend, accessGroup: String? = nil) {
    (self.backend, self.accessGroup) = (backend, accessGroup ?? backend.defaultAccessGroup)
  }

  // MARK: - Making

  /// Makes a key for signatures.
  ///
  /// - Parameters:
  ///   - tag: The key's tag.
  ///   - options: The rules that it is stored by.
  ///   - access: What the caller brings along when it has an access control.
  /// - Returns: The public key.
  /// - Throws: ``KeychainError``; ``KeychainError/duplicate`` when there is a key with the tag, which stays.
  @discardableResult
  public func makeSigningKey(
    tag: KeyTag, _ options: Options = Options(), access: ItemAccess = .none
  ) async throws(KeychainError) -> P256.Signing.PublicKey {
    try Self.signing(try await make(.signing, tag, options, access))
  }

  /// Makes a key that others encrypt to with ECIES.
  ///
  /// - Parameters:
  ///   - tag: The key's tag.
  ///   - options: The rules that it is stored by.
  ///   - access: What the caller brings along when it has an access control.
  /// - Returns: The public key, for `ECIES`.
  /// - Throws: ``KeychainError``; ``KeychainError/duplicate`` when there is a key with the tag, which stays.
  @discardableResult
  public func makeDecryptionKey(
    tag: KeyTag, _ options: Options = Options(), access: ItemAccess = .none
  ) async throws(KeychainError) -> P256.KeyAgreement.PublicKey {
    try Self.agreement(try await make(.decryption, tag, options, access))
  }

  // MARK: - Public keys

  /// The public half of a key for signatures; nobody is asked.
  ///
  /// - Parameter tag: The key's tag.
  /// - Returns: The public key; `nil` only when there is no key with the tag.
  /// - Throws: ``KeychainError``; ``KeychainError/wrongType`` when it is for another purpose.
  public func signingKey(tag: KeyTag) async throws(KeychainError) -> P256.Signing.PublicKey? {
    guard let point = try await publicPoint(.signing, tag) else { return nil }
    return try Self.signing(point)
  }

  /// The public half of a key that others encrypt to; nobody is asked.
  ///
  /// - Parameter tag: The key's tag.
  /// - Returns: The public key; `nil` only when there is no key with the tag.
  /// - Throws: ``KeychainError``; ``KeychainError/wrongType`` when it is for another purpose.
  public func decryptionKey(tag: KeyTag) async throws(KeychainError) -> P256.KeyAgreement.PublicKey? {
    guard let point = try await publicPoint(.decryption, tag) else { return nil }
    return try Self.agreement(point)
  }

  /// Removes a key: its private and its public half and what was kept of earlier ones.
  ///
  /// - Parameter tag: The key's tag.
  /// - Returns: Whether there was one.
  /// - Throws: ``KeychainError``.
  @discardableResult
  public func remove(tag: KeyTag) async throws(KeychainError) -> Bool {
    var count = 0
    // The current key goes last, so that a removal that was interrupted can be seen and repeated.
    for tag in [tag.previous, tag.next, tag] { count += try await backend.remove(query(tag, nil)) }
    return count > 0
  }

  // MARK: - Parts

  /// The items of a tag, of one class of keys or of all.
  package func query(_ tag: KeyTag, _ keyClass: Int64?) -> ItemQuery {
    var query = ItemQuery(
      .key, [.applicationTag: .data(tag.data)], accessGroup: accessGroup, synchronizable: .any, limit: .all)
    if let keyClass { query.attributes[.keyClass] = .number(keyClass) }
    return query
  }

  /// The private key of a tag, without its secret: of several the oldest, and of none the one that waits to take over.
  package func current(_ tag: KeyTag) async throws(KeychainError) -> KeychainItem? {
    for tag in [tag, tag.next] {
      let found = try await backend.find(query(tag, KeyClass.private))
      if let oldest = found.min(by: { $0.keyAge < $1.keyAge }) { return oldest }
    }
    return nil
  }

  private func make(
    _ purpose: KeyPurpose, _ tag: KeyTag, _ options: Options, _ access: ItemAccess
  ) async throws(KeychainError) -> Data {
    let pair = NewKeyPair(purpose, tag: tag, options, accessGroup: accessGroup)
    let steps: [KeyStep] = [
      .requireNone(query(tag, KeyClass.private)), .requireNone(query(tag.next, KeyClass.private)),
      .put(pair.publicItem), .put(pair.privateItem),
    ]
    try await KeyStep.run(steps, on: backend, access, hasControl: options.accessControl != nil)
    // Where there are no transactions two callers may have come this far: the older key stays.
    guard try await current(tag)?.attributes.data(.applicationLabel) == pair.label else {
      var mine = query(tag, nil)
      mine.attributes[.applicationLabel] = .data(pair.label)
      _ = try await backend.remove(mine)
      throw .duplicate
    }
    return pair.point
  }

  private func publicPoint(_ purpose: KeyPurpose, _ tag: KeyTag) async throws(KeychainError) -> Data? {
    guard let item = try await current(tag) else { return nil }
    guard KeyPurpose(item.attributes) == purpose else { throw .wrongType }
    var query = ItemQuery(.key, accessGroup: accessGroup, synchronizable: .any)
    query.attributes[.keyClass] = .number(KeyClass.public)
    query.attributes[.applicationLabel] = item.attributes[.applicationLabel]
    query.attributes[.applicationTag] = item.attributes[.applicationTag]
    guard let secret = try await backend.find(query, withSecrets: true).first?.secret else {
      throw .corrupt(.item)
    }
    let point = try Data(keychainSecret: secret.copy())
    let label = Data(Insecure.SHA1.hash(data: point))
    guard item.attributes.data(.applicationLabel) == label else { throw .corrupt(.item) }
    return point
  }

  static func signing(_ point: Data) throws(KeychainError) -> P256.Signing.PublicKey {
    do { return try P256.Signing.PublicKey(x963Representation: point) } catch { throw .wrongType }
  }

  static func agreement(_ point: Data) throws(KeychainError) -> P256.KeyAgreement.PublicKey {
    do { return try P256.KeyAgreement.PublicKey(x963Representation: point) } catch { throw .wrongType }
  }
}

extension KeychainItem {
  /// The order in which keys with one tag were made; labels decide between keys of the same moment.
  fileprivate var keyAge: (Date, String) {
    (
      attributes.date(.creationDate) ?? .distantPast,
      (attributes.data(.applicationLabel) ?? Data()).base64EncodedString()
    )
  }
}

extension KeychainKeys {
  /// Puts a new key for signatures in the place of the one with a tag.
  ///
  /// The new key is stored before anything happens to the old one. Where the store has transactions all of it is one
  /// step; else a program that ends in between leaves the old key or the new one under the tag, and never none.
  ///
  /// - Parameters:
  ///   - tag: The key's tag.
  ///   - options: The rules that the new key is stored by.
  ///   - keepingPrevious: Whether the old key is kept, in place of the one before it.
  ///   - access: What the caller brings along when the new key has an access control.
  /// - Returns: The new public key; `nil` only when there is no key with the tag, and none was made.
  /// - Throws: ``KeychainError``.
  @discardableResult
  public func rotateSigningKey(
    tag: KeyTag, _ options: Options = Options(), keepingPrevious: Bool = false, access: ItemAccess = .none
  ) async throws(KeychainError) -> P256.Signing.PublicKey? {
    guard let point = try await rotate(.signing, tag, options, keepingPrevious, access) else { return nil }
    return try Self.signing(point)
  }

  /// Puts a new key that others encrypt to in the place of the one with a tag; see ``rotateSigningKey(tag:_:keepingPrevious:access:)``.
  ///
  /// The old key is kept unless told otherwise, so that ``decrypt(_:tag:algorithm:access:)`` opens what is on its way.
  ///
  /// - Parameters:
  ///   - tag: The key's tag.
  ///   - options: The rules that the new key is stored by.
  ///   - keepingPrevious: Whether the old key is kept, in place of the one before it.
  ///   - access: What the caller brings along when the new key has an access control.
  /// - Returns: The new public key; `nil` only when there is no key with the tag, and none was made.
  /// - Throws: ``KeychainError``.
  @discardableResult
  public func rotateDecryptionKey(
    tag: KeyTag, _ options: Options = Options(), keepingPrevious: Bool = true, access: ItemAccess = .none
  ) async throws(KeychainError) -> P256.KeyAgreement.PublicKey? {
    guard let point = try await rotate(.decryption, tag, options, keepingPrevious, access) else { return nil }
    return try Self.agreement(point)
  }

  private func rotate(
    _ purpose: KeyPurpose, _ tag: KeyTag, _ options: Options, _ keepingPrevious: Bool, _ access: ItemAccess
  ) async throws(KeychainError) -> Data? {
    guard let old = try await current(tag) else { return nil }
    guard KeyPurpose(old.attributes) == purpose else { throw .wrongType }
    let toTag = ItemChanges(attributes: [.applicationTag: .data(tag.data)])
    let toPrevious = ItemChanges(attributes: [.applicationTag: .data(tag.previous.data)])
    if let label = old.label, old.attributes.data(.applicationTag) == tag.next.data {
      // An earlier rotation ended before its last step, which is made up for.
      _ = try await backend.update(query(tag.next, label: label), toTag, access: .none)
    }
    // Only what is there now is moved or removed: the keys of a rotation elsewhere at the same moment are not.
    let (current, kept) = (try await labels(tag), try await labels(tag.previous))
    // An earlier rotation ended after its first step: nobody has seen that key.
    var steps = try await labels(tag.next).map { KeyStep.remove(query(tag.next, label: $0)) }
    let pair = NewKeyPair(purpose, tag: tag.next, options, accessGroup: accessGroup)
    steps += [
      .put(pair.publicItem), .put(pair.privateItem), .require(query(tag.next, label: pair.label), toTag),
    ]
    // What was kept before makes room once the new key is stored; the old one goes only after that.
    steps += kept.map { .remove(query(tag.previous, label: $0)) }
    steps += current.map { label in
      let item = query(tag, label: label)
      return keepingPrevious ? .update(item, toPrevious) : .remove(item)
    }
    try await KeyStep.run(steps, on: backend, access, hasControl: options.accessControl != nil)
    guard try await self.current(tag)?.label == pair.label else {
      // Another rotation was faster, and its key stays. This one may have been seen, so it goes on opening messages.
      _ = try await backend.update(query(tag, label: pair.label), toPrevious, access: .none)
      throw .contended
    }
    return pair.point
  }

  private func labels(_ tag: KeyTag) async throws(KeychainError) -> Set<Data> {
    Set(try await backend.find(query(tag, nil)).compactMap(\.label))
  }

  private func query(_ tag: KeyTag, label: Data) -> ItemQuery {
    var query = query(tag, nil)
    query.attributes[.applicationLabel] = .data(label)
    return query
  }
}

extension KeychainItem {
  fileprivate var label: Data? { attributes.data(.applicationLabel) }
}

extension KeychainKeys {
  /// Signs a message.
  ///
  /// - Parameters:
  ///   - message: The message; SHA-256 of it is signed.
  ///   - tag: The key's tag.
  ///   - access: What the caller brings along when the key has an access control.
  /// - Returns: The signature; its `derRepresentation` is what `ecdsaSignatureMessageX962SHA256` gives. `nil` only when
  ///   there is no key with the tag.
  /// - Throws: ``KeychainError``; ``KeychainError/wrongType`` when the key is for another purpose.
  public func sign(
    _ message: Data, tag: KeyTag, access: ItemAccess = .none
  ) async throws(KeychainError) -> P256.Signing.ECDSASignature? {
    guard let item = try await current(tag) else { return nil }
    guard KeyPurpose(item.attributes) == .signing else { throw .wrongType }
    let secret = try await secret(of: item, access)
    // because the buffer is only read during the call
    let key = try unsafe secret.copy().decoded { try unsafe P256.Signing.PrivateKey(x963Representation: $0) }
    do {
      return try key.signature(for: message)
    } catch {
      throw .backend(code: 0)
    }
  }

  /// Decrypts a message with the key of a tag, or with the one before the last rotation.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - tag: The key's tag.
  ///   - algorithm: How the message was encrypted.
  ///   - access: What the caller brings along when the key has an access control.
  /// - Returns: The decrypted message; `nil` only when there is no key with the tag.
  /// - Throws: ``KeychainError``; ``KeychainError/unreadableMessage`` when none of the keys opens the message.
  public func decrypt(
    _ message: Data,
    tag: KeyTag,
    algorithm: ECIES = .standardVariableIVX963SHA256AESGCM,
    access: ItemAccess = .none
  ) async throws(KeychainError) -> Data? {
    guard let item = try await current(tag) else { return nil }
    // A rotation that was interrupted or was not alone may have left another key under the tag.
    var earlier = try await backend.find(query(tag, KeyClass.private))
    earlier.removeAll { $0.reference == item.reference }
    earlier += try await backend.find(query(tag.previous, KeyClass.private))
    for item in [item] + earlier {
      guard KeyPurpose(item.attributes) == .decryption else { throw .wrongType }
      let secret = try await secret(of: item, access)
      // because the buffer is only read during the call
      let key = try unsafe secret.copy().decoded {
        try unsafe P256.KeyAgreement.PrivateKey(x963Representation: $0)
      }
      do throws(CryptoError) {
        return try algorithm.decrypt(message, with: key)
      } catch .authenticationFailed {
        continue
      } catch {
        throw .unreadableMessage
      }
    }
    throw .unreadableMessage
  }

  private func secret(of item: KeychainItem, _ access: ItemAccess) async throws(KeychainError)
    -> SharedSecretBytes
  {
    var use = access
    use.isForKeyUse = true
    let found = try await backend.find(ItemQuery(item.reference), withSecrets: true, access: use)
    guard let secret = found.first?.secret else { throw .corrupt(.item) }
    return secret
  }
}

/// What a key of ``KeychainKeys`` is for; none is for both.
package enum KeyPurpose: Sendable, Hashable, CaseIterable {
  /// Signatures: ECDSA on P-256.
  case signing
  /// Decryption: ECIES on P-256.
  case decryption

  /// The attributes that say so of a private key.
  package var flags: ItemAttributes {
    switch self {
    case .signing: [.canSign: .flag(true)]
    case .decryption: [.canDerive: .flag(true), .canDecrypt: .flag(true)]
    }
  }

  /// The purpose of a stored key.
  package init?(_ attributes: ItemAttributes) {
    if attributes.flag(.canSign) == true || attributes.flag(.canVerify) == true {
      self = .signing
    } else if attributes.flag(.canDerive) == true || attributes.flag(.canEncrypt) == true {
      self = .decryption
    } else {
      return nil
    }
  }
}
