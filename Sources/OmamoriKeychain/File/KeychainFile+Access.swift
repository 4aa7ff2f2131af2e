#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

// What is sealed for an access control, before the step that stores it: nobody can be asked while others wait.

extension KeychainFile {
  /// How often a change is prepared again when others changed the items meanwhile.
  private static let attempts = 8

  /// Makes a change in one step, with what was prepared for it.
  func change<Prepared: Sendable, Outcome: Sendable>(
    preparing prepare: () async throws(KeychainError) -> Prepared,
    _ body: @escaping @Sendable (StoreTransaction, Prepared) throws(KeychainError) -> Outcome
  ) async throws(KeychainError) -> Outcome {
    for _ in 1..<Self.attempts {
      do throws(KeychainError) { return try await attempt(prepare, body) } catch .contended { continue }
    }
    return try await attempt(prepare, body)
  }

  private func attempt<Prepared: Sendable, Outcome: Sendable>(
    _ prepare: () async throws(KeychainError) -> Prepared,
    _ body: @escaping @Sendable (StoreTransaction, Prepared) throws(KeychainError) -> Outcome
  ) async throws(KeychainError) -> Outcome {
    let prepared = try await prepare()
    return try await SlowThread.keychain { () throws(KeychainError) in
      try self.withKeys { () throws(KeychainError) in
        let outcome = try self.store.change(self.options.accessGroups) { transaction throws(KeychainError) in
          try body(transaction, prepared)
        }
        self.raiseAnchors()
        return outcome
      }
    }
  }

  /// The secret of a new item, sealed for its access control; `nil` when it needs nobody.
  func guarded(_ item: NewItem, _ access: ItemAccess) async throws(KeychainError) -> GuardedSecret? {
    let item = ItemRules.normalized(item)
    guard let control = item.accessControl, let secret = item.secret else { return nil }
    let keys = try accessKeys()
    let plan = try AccessPlan(control, hasPasscode: keys.passcode != nil)
    guard !plan.isEmpty else { return nil }
    return try await seal(secret, SymmetricKey(size: .bits256), plan, keys, access)
  }

  /// The secrets of the items that an update gives another secret or another access control, sealed for it.
  func guarded(
    _ query: ItemQuery, _ changes: ItemChanges, _ access: ItemAccess
  ) async throws(KeychainError) -> [RowIdentifier: GuardedSecret] {
    guard changes.secret != nil || changes.accessControl != nil else { return [:] }
    var all = query
    all.limit = query.reference == nil ? .all : .one
    var result: [RowIdentifier: GuardedSecret] = [:]
    for row in try read(all, .material) {
      let old = NewItem(try row.item())
      let new = try ItemRules.applying(changes, to: old)
      let hasSameControl = old.accessControl?.constraints == new.accessControl?.constraints
      guard changes.secret != nil || !hasSameControl else { continue }
      let prepared = try await guarded(row, new, changes.secret, access)
      result[row.head.context.identifier] = prepared?.expecting(row.head)
    }
    return result
  }

  private func guarded(
    _ row: FoundRow, _ new: NewItem, _ secret: SharedSecretBytes?, _ access: ItemAccess
  ) async throws(KeychainError) -> GuardedSecret? {
    let keys = try accessKeys()
    let plan: AccessPlan? =
      if let control = new.accessControl { try AccessPlan(control, hasPasscode: keys.passcode != nil) } else {
        nil
      }
    if let secret {
      guard let plan, !plan.isEmpty else { return nil }
      return try await seal(secret, SymmetricKey(size: .bits256), plan, keys, access)
    }
    guard case .guarded(let material, let body) = row.secret else { return nil }
    // Whoever changes what protects a secret has to be able to read it.
    let key = row.record.protection == .none ? SymmetricKey(material) : try await key(material, keys, access)
    guard let plan, !plan.isEmpty else {
      return GuardedSecret(
        material: SharedSecretBytes(key.secretBytes), body: body, length: row.record.secretLength,
        protection: .none)
    }
    let lock = try await AccessLock(key, behind: plan, context: store.id.bytes, keys: keys, access: access)
    return GuardedSecret(
      material: SharedSecretBytes(SecretBytes(copying: lock.encoded)), body: body,
      length: row.record.secretLength, protection: lock.protection)
  }

  private func seal(
    _ secret: SharedSecretBytes, _ key: SymmetricKey, _ plan: AccessPlan, _ keys: AccessKeys,
    _ access: ItemAccess
  ) async throws(KeychainError) -> GuardedSecret {
    let lock = try await AccessLock(key, behind: plan, context: store.id.bytes, keys: keys, access: access)
    let id = store.id
    let body = try key.withBytes { key throws(KeychainError) in
      try ItemSealer.sealBody(secret, key: key, of: id)
    }
    return GuardedSecret(
      material: SharedSecretBytes(SecretBytes(copying: lock.encoded)), body: body, length: secret.count,
      protection: lock.protection)
  }

  // MARK: - Reading

  /// The rows that match.
  func read(_ query: ItemQuery, _ depth: FoundRow.Depth) throws(KeychainError) -> [FoundRow] {
    try withKeys { () throws(KeychainError) in try store.find(query, options.accessGroups, depth) }
  }

  /// The secret of a row, after what its access control asks for.
  func secret(of row: FoundRow, _ access: ItemAccess) async throws(KeychainError) -> SharedSecretBytes? {
    if case .none = row.secret { return nil }
    try row.record.accessControl?.checkUse(access)
    switch row.secret {
    case .none: return nil
    case .value(let secret): return secret
    case .guarded(let material, let body):
      let key = try await key(material, try accessKeys(), access)
      let id = store.id
      return try key.withBytes { key throws(KeychainError) in
        try ItemSealer.openBody(body.rawSpan, key: key, of: id)
      }
    }
  }

  private func key(
    _ material: SharedSecretBytes, _ keys: AccessKeys, _ access: ItemAccess
  ) async throws(KeychainError) -> SymmetricKey {
    let lock = try AccessLock(decoding: material.withBytes { $0.array })
    let slots = try sealedKeybag().slots
    return try await lock.open(
      context: store.id.bytes, keys: keys, store: store.id, slots: slots, access: access)
  }

  private func accessKeys() throws(KeychainError) -> AccessKeys {
    guard let keys = store.ring?.access else { throw .locked }
    return keys
  }
}
#endif
