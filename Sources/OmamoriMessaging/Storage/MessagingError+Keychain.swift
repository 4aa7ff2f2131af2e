import OmamoriKeychain

extension MessagingError {
  /// What a failure of the keychain that holds the state is to its users.
  init(storage error: KeychainError) {
    switch error {
    case .rolledBack: self = .storage(.rolledBack)
    case .cancelled: self = .cancelled
    default: self = .keychain(error)
    }
  }
}
