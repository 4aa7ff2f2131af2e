#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

extension AccessLock {
  /// Takes an item's key out of a lock, with the proofs that a caller brought or a person gives.
  ///
  /// Where one proof is enough, a passphrase that is brought along counts, and nobody is asked. Of several things that
  /// are all needed those that cost nothing are looked at first, so that nobody is asked in vain.
  ///
  /// - Parameters:
  ///   - context: What the lock is bound to.
  ///   - keys: The keys of the open store.
  ///   - store: The store.
  ///   - slots: Its slots; passphrases are tried with them.
  ///   - access: What the caller brought.
  /// - Returns: The item's key.
  /// - Throws: ``KeychainError/denied`` without a proof, ``KeychainError/wrongCredential`` for a wrong passphrase or
  ///   password, ``KeychainError/invalidated`` when the passphrases or the enrolment are others for good,
  ///   ``KeychainError/cancelled``, ``KeychainError/lockedOut(seconds:)``, ``KeychainError/unavailable(_:)``,
  ///   ``KeychainError/corrupt(_:)``.
  func open(
    context: [UInt8],
    keys: AccessKeys,
    store: StoreID,
    slots: [SlotRecord],
    access: ItemAccess
  ) async throws(KeychainError) -> SymmetricKey {
    guard password == nil || access.applicationPassword != nil else { throw .denied }
    let proofs = AccessProofs(context: context, keys: keys, store: store, slots: slots, access: access)
    let chosen = try choice(keys, access)
    var leafKeys: [SymmetricKey] = []
    for index in chosen {
      guard case .passcode(_, let sealed) = leaves[index] else { continue }
      leafKeys.append(try await proofs.passcode(sealed))
    }
    let passwordKey = try await password?.key(access)
    let gates = chosen.map { leaves[$0] }.filter(\.isGate)
    do throws(KeychainError) {
      leafKeys += try await proofs.gates(gates)
    } catch .invalidated where isPasscodeEnough(keys) {
      throw .denied
    }
    let sealed = sealedKeys[needsAll ? 0 : chosen.first ?? 0]
    let opened = KeyWrap.openKey(
      sealed, under: sealingKey(leafKeys, passwordKey), authenticating: binding(context))
    guard let opened else { throw password == nil ? .corrupt(.item) : .wrongCredential }
    return opened
  }

  /// Whether a passphrase would still open the lock when the enrolment is another one.
  private func isPasscodeEnough(_ keys: AccessKeys) -> Bool {
    !needsAll && leaves.contains { !$0.isGate && $0.isAlive(keys) }
  }

  /// The places of the leaves to be opened: all, or the one that is easiest for the person.
  private func choice(_ keys: AccessKeys, _ access: ItemAccess) throws(KeychainError) -> [Int] {
    guard !leaves.isEmpty else { return [] }
    let alive = leaves.indices.filter { leaves[$0].isAlive(keys) }
    let possible = alive.filter { leaves[$0].isPossible(access) }
    if needsAll {
      guard alive.count == leaves.count else { throw .invalidated }
      guard possible.count == leaves.count else { throw .denied }
      return possible
    }
    guard !alive.isEmpty else { throw .invalidated }
    guard let first = possible.first(where: { !leaves[$0].isGate }) ?? possible.first else { throw .denied }
    return [first]
  }
}

extension AccessLock.Leaf {
  /// Whether a person's answer releases it.
  var isGate: Bool {
    if case .passcode = self { return false }
    return true
  }

  /// Whether it can be opened at all: the passphrases that it was made for are still there.
  fileprivate func isAlive(_ keys: AccessKeys) -> Bool {
    guard case .passcode(let key, _) = self else { return true }
    return key == keys.passcode
  }

  /// Whether the caller brought what it takes to try.
  fileprivate func isPossible(_ access: ItemAccess) -> Bool {
    isGate ? access.authenticator != nil : access.passphrase != nil
  }
}
#endif
