import OmamoriCore
public import OmamoriCrypto

/// Keys on P-256 that are made in a keychain and used by their tags, as `SecKeyCreateRandomKey` makes them.
///
/// Private keys are asked for when they are used and are never given out. A key's public half is an item of its own, so
/// that nobody is asked for it. No key is removed before its successor is stored. Safe to use from any thread.
public struct KeychainKeys: Sendable {
  /// The rules that a key is stored by.
  ///
  /// A value; safe to share between threads.
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
  func query(_ tag: KeyTag, _ keyClass: Int64?) -> ItemQuery {
    var query = ItemQuery(
      .key, [.applicationTag: .data(tag.data)], accessGroup: accessGroup, synchronizable: .any, limit: .all)
    if let keyClass { query.attributes[.keyClass] = .number(keyClass) }
    return query
  }

  /// The private key of a tag, without its secret: of several the oldest, and of none the one that waits to take over.
  func current(_ tag: KeyTag) async throws(KeychainError) -> Item? {
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

extension Item {
  /// The order in which keys with one tag were made; labels decide between keys of the same moment.
  fileprivate var keyAge: (Date, String) {
    (
      attributes.date(.creationDate) ?? .distantPast,
      (attributes.data(.applicationLabel) ?? Data()).base64EncodedString()
    )
  }
}
