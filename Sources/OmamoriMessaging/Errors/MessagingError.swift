public import OmamoriCore
public import OmamoriCrypto
public import OmamoriKeychain

/// Why a message is not sent, opened or kept.
///
/// It holds codes and kinds only, never a part of a message, a key, a name or a path. A value; safe to share between
/// threads.
@nonexhaustive
public enum MessagingError: OmamoriError {
  /// An identity cannot be used.
  case identity(IdentityFault)
  /// A prekey or a bundle cannot be used.
  case prekey(PrekeyFault)
  /// A message cannot be opened.
  case message(MessageFault)
  /// The conversation cannot go on.
  case conversation(ConversationFault)
  /// The state cannot be read or kept.
  case storage(ConversationStorageFault)
  /// A message or a change of a group is refused.
  case group(GroupFault)
  /// An attachment cannot be opened.
  case attachment(AttachmentFault)
  /// An export cannot be made or restored.
  case backup(BackupFault)
  /// The keychain that holds the state refused.
  case keychain(KeychainError)
  /// A cryptographic operation failed.
  case cryptography(CryptoError)
  /// There is no randomness, or a secret cannot be held.
  case core(CoreError)
  /// The system refused a call; `code` is its error number.
  case system(code: Int32)
  /// The caller cancelled.
  case cancelled
}
