public import OmamoriKeychain

extension MessagingError {
  /// What a failure of the keychain that holds the state is to messaging.
  ///
  /// - Parameter error: The error, such as that of unlocking a keychain file: one that was put back to an older state
  ///   gives ``MessagingError/storage(_:)`` with ``ConversationStorageFault/rolledBack``.
  public init(storage error: KeychainError) {
    switch error {
    case .rolledBack, .anchorBehind: self = .storage(.rolledBack)
    case .cancelled: self = .cancelled
    default: self = .keychain(error)
    }
  }
}
