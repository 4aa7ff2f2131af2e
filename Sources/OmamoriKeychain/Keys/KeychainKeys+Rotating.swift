import OmamoriCore
public import OmamoriCrypto

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

extension Item {
  fileprivate var label: Data? { attributes.data(.applicationLabel) }
}
