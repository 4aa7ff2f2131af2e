#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

extension AccessLock {
  /// Puts an item's key behind an access control; nobody is asked.
  ///
  /// - Parameters:
  ///   - key: The item's key, of 32 bytes.
  ///   - plan: What is asked for; not empty.
  ///   - context: What the lock is bound to and stays the same as long as the item's key, such as the store's identifier.
  ///   - keys: The keys of the open store.
  ///   - access: What the caller brought: an authenticator that can ask for what the plan needs, and the item's password.
  /// - Throws: ``KeychainError/unsupported(_:)`` when what is asked for could never be met here: without a passphrase,
  ///   without an authenticator, or with one that does not say who is enrolled; ``KeychainError/denied`` without the
  ///   password.
  init(
    _ key: SymmetricKey,
    behind plan: AccessPlan,
    context: [UInt8],
    keys: AccessKeys,
    access: ItemAccess
  ) async throws(KeychainError) {
    var leaves: [Leaf] = []
    var leafKeys: [SymmetricKey] = []
    for part in plan.parts {
      do throws(KeychainError) {
        let (leaf, leafKey) = try await Self.make(part, context, keys, access.authenticator)
        leaves.append(leaf)
        leafKeys.append(leafKey)
      } catch .unsupported(.accessControl) where !plan.needsAll {
        // Another one is enough.
        continue
      }
    }
    guard plan.parts.isEmpty || !leaves.isEmpty else { throw .unsupported(.accessControl) }
    var parameters: PasswordParameters?
    var password: SymmetricKey?
    if plan.hasPassword {
      let made = PasswordParameters(
        salt: try KeyWrap.random(SlotParameters.saltByteCount), cost: SlotCost.standard)
      password = try await made.key(access)
      parameters = made
    }
    self.init(needsAll: plan.needsAll, leaves: leaves, password: parameters)
    let groups = plan.needsAll || leafKeys.isEmpty ? [leafKeys] : leafKeys.map { [$0] }
    for group in groups {
      sealedKeys.append(
        try KeyWrap.seal(key, under: sealingKey(group, password), authenticating: binding(context)))
    }
  }

  private static func make(
    _ part: AccessPlan.Part,
    _ context: [UInt8],
    _ keys: AccessKeys,
    _ authenticator: (any Authenticator)?
  ) async throws(KeychainError) -> (Leaf, SymmetricKey) {
    if part == .passcode {
      guard let passcode = keys.passcode else { throw .unsupported(.accessControl) }
      let key = SymmetricKey(size: .bits256)
      return (.passcode(passcode, sealed: try passcode.seal(key, context: context)), key)
    }
    guard let authenticator else { throw .unsupported(.accessControl) }
    let salt = try KeyWrap.random(32)
    guard part == .currentBiometry else {
      return (.gate(part, salt: salt), gateKey(keys, part, salt: salt, state: nil))
    }
    guard let state = await authenticator.enrolmentState(), !state.isEmpty else {
      throw .unsupported(.accessControl)
    }
    return (
      .enrolment(salt: salt, digest: digest(salt, state)), gateKey(keys, part, salt: salt, state: state)
    )
  }

  /// The key of a leaf that a person's answer releases; the enrolment is part of it.
  static func gateKey(
    _ keys: AccessKeys,
    _ part: AccessPlan.Part,
    salt: [UInt8],
    state: Data?
  ) -> SymmetricKey {
    KeyWrap.derive("access gate", from: keys.gate, salt: salt, [part.rawValue] + (state ?? Data()))
  }

  /// What stands for an enrolment in a lock.
  static func digest(_ salt: [UInt8], _ state: Data) -> [UInt8] {
    var hash = SHA256()
    hash.update(data: Array("omamori keychain enrolment".utf8) + salt)
    hash.update(data: state)
    return Array(hash.finalize())
  }
}

extension AccessLock.PasswordParameters {
  /// The key of an item's own password, calculated on a thread of its own.
  ///
  /// - Throws: ``KeychainError/denied`` without a password.
  func key(_ access: ItemAccess) async throws(KeychainError) -> SymmetricKey {
    guard let password = access.applicationPassword, password.count > 0 else { throw .denied }
    let (salt, cost) = (salt, cost)
    return try await SlowThread.keychain { () throws(KeychainError) in
      let root = try SlotKey.root(Password(password.copy()), salt: salt, cost: cost)
      return KeyWrap.derive("access password", from: root, salt: salt)
    }
  }
}
#endif
