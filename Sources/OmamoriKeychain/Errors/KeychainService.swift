/// A service that a keychain needs and an error names.
///
/// A value; safe to share between threads.
public enum KeychainService: Sendable, Hashable, CaseIterable {
  /// The keychain file.
  case store
  /// The agent.
  case agent
  /// The session bus.
  case sessionBus
  /// The system bus.
  case systemBus
  /// The Secret Service.
  case secretService
  /// The TPM.
  case tpm
  /// The system's credentials.
  case systemdCredentials
  /// The means to ask a person.
  case authenticator
  /// The keychain of an Apple system.
  case appleKeychain
}
