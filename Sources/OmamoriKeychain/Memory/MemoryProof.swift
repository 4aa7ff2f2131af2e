import OmamoriCore

/// What a person has proved for one operation.
struct MemoryProof: Sendable {
  /// Whether the authenticator admitted the person, and how it asked.
  var admitted: AuthenticationRequest.Policy?
  /// A passphrase of the keychain.
  var passphrase: SharedSecretBytes?
  /// The item's own password.
  var password: SharedSecretBytes?
  /// Whether a key is read to be used at once.
  var isForKeyUse = false

  /// Asks the person if any of the access controls needs it.
  ///
  /// - Parameters:
  ///   - controls: The access controls of all items that are meant.
  ///   - access: What the caller brought along.
  /// - Returns: What was proved.
  /// - Throws: ``KeychainError`` when the person was asked and not admitted.
  static func given(
    for controls: [AccessControl],
    _ access: ItemAccess
  ) async throws(KeychainError) -> MemoryProof {
    var proof = MemoryProof(
      passphrase: access.passphrase, password: access.applicationPassword, isForKeyUse: access.isForKeyUse)
    guard let authenticator = access.authenticator,
      let policy = policy(for: controls, hasPassphrase: access.passphrase != nil)
    else { return proof }
    switch await authenticator.authenticate(AuthenticationRequest(reason: access.reason, policy: policy)) {
    case .success: proof.admitted = policy
    case .cancelled, .systemCancelled: throw .cancelled
    case .lockout: throw .lockedOut(seconds: nil)
    case .invalidated: throw .invalidated
    case .failed, .fallback, .notEnrolled, .notAvailable, .passcodeNotSet: throw .denied
    }
    return proof
  }

  /// How the authenticator has to ask; `nil` when it need not.
  private static func policy(
    for controls: [AccessControl],
    hasPassphrase: Bool
  ) -> AuthenticationRequest.Policy? {
    var policy: AuthenticationRequest.Policy?
    for constraints in controls.map(\.constraints) {
      let conditions = constraints.intersection(.conditions)
      let passphraseIsEnough =
        constraints.contains(.or)
        ? !conditions.isDisjoint(with: [.userPresence, .devicePasscode])
        : conditions.isSubset(of: [.userPresence, .devicePasscode])
      if conditions.isEmpty || (hasPassphrase && passphraseIsEnough) { continue }
      let needsBiometry = !conditions.isDisjoint(with: [.biometryAny, .biometryCurrentSet])
      if needsBiometry { return .biometrics }
      if conditions.contains(.userPresence) { policy = .biometricsOrPasscode }
    }
    return policy
  }
}
