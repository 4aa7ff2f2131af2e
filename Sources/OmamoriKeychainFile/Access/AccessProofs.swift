import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// What a caller can prove during one operation.
struct AccessProofs: Sendable {
  /// What the lock is bound to.
  let context: [UInt8]
  /// The keys of the open store.
  let keys: AccessKeys
  /// The store.
  let store: StoreID
  /// Its slots.
  let slots: [SlotRecord]
  /// What the caller brought.
  let access: ItemAccess

  /// The key of a leaf that a passphrase releases; the passphrase is tried anew each time.
  ///
  /// - Throws: `KeychainError.wrongCredential`, `KeychainError.denied`, `KeychainError.corrupt(_:)`.
  func passcode(_ sealed: [UInt8]) async throws(KeychainError) -> SymmetricKey {
    guard let passphrase = access.passphrase, let publicKey = keys.passcode else { throw .denied }
    let (context, store, slots) = (context, store, slots)
    let key = try await OwnThread.run { () throws(KeychainError) -> SymmetricKey? in
      let passcode = try slots.passcodeKey(publicKey, with: Password(passphrase.copy()), of: store)
      return try passcode.open(sealed, context: context)
    }
    guard let key else { throw .corrupt(.item) }
    return key
  }

  /// The keys of leaves that a person's answer releases; the person is asked once for all of them.
  ///
  /// - Throws: `KeychainError.denied`, `KeychainError.cancelled`, `KeychainError.lockedOut(seconds:)`,
  ///   `KeychainError.invalidated`, `KeychainError.unavailable(_:)`.
  func gates(_ leaves: [AccessLock.Leaf]) async throws(KeychainError) -> [SymmetricKey] {
    guard !leaves.isEmpty else { return [] }
    guard let authenticator = access.authenticator else { throw .denied }
    // Nobody is asked for what cannot be opened any more.
    _ = try await keys(of: leaves, authenticator)
    let request = AuthenticationRequest(reason: access.reason, policy: policy(leaves))
    if let refusal = await authenticator.authenticate(request).refusal { throw refusal }
    // What counts is who is enrolled now: somebody may have been while the person was asked.
    return try await keys(of: leaves, authenticator)
  }

  private func policy(_ leaves: [AccessLock.Leaf]) -> AuthenticationRequest.Policy {
    let isPresenceEnough = leaves.allSatisfy {
      if case .gate(.presence, _) = $0 { return true }
      return false
    }
    return isPresenceEnough ? .biometricsOrPasscode : .biometrics
  }

  private func keys(
    of leaves: [AccessLock.Leaf],
    _ authenticator: any Authenticator
  ) async throws(KeychainError) -> [SymmetricKey] {
    var released: [SymmetricKey] = []
    for leaf in leaves {
      switch leaf {
      case .passcode: break
      case .gate(let part, let salt):
        released.append(AccessLock.gateKey(keys, part, salt: salt, state: nil))
      case .enrolment(let salt, let digest):
        guard let state = await authenticator.enrolmentState() else { throw .unavailable(.authenticator) }
        guard ConstantTime.equal(AccessLock.digest(salt, state), digest) else { throw .invalidated }
        released.append(AccessLock.gateKey(keys, .currentBiometry, salt: salt, state: state))
      }
    }
    return released
  }
}
