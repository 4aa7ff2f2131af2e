public import OmamoriCore
import OmamoriCrypto
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

extension MessagingError {
  /// What failed.
  public var explanation: LocalizedText {
    switch self {
    case .identity(let fault): fault.explanation
    case .prekey(let fault): fault.explanation
    case .message(let fault): fault.explanation
    case .conversation(let fault): fault.explanation
    case .storage(let fault): fault.explanation
    case .group(let fault): fault.explanation
    case .attachment(let fault): fault.explanation
    case .backup(let fault): fault.explanation
    case .keychain(let error): error.explanation
    case .cryptography(let error): error.explanation
    case .core(let error): error.explanation
    case .system(let code):
      LocalizedText(
        "The system refused a call with error \(code).", ja: "システムコールがエラー \(code) で失敗しました。")

    case .cancelled: LocalizedText("It was cancelled.", ja: "取り消されました。")
    }
  }

  /// What can be done.
  public var recovery: LocalizedText {
    switch self {
    case .identity(let fault): fault.recovery
    case .prekey(let fault): fault.recovery
    case .message(let fault): fault.recovery
    case .conversation(let fault): fault.recovery
    case .storage(let fault): fault.recovery
    case .group(let fault): fault.recovery
    case .attachment(let fault): fault.recovery
    case .backup(let fault): fault.recovery
    case .keychain(let error): error.recovery
    case .cryptography(let error): error.recovery
    case .core(let error): error.recovery
    case .system:
      LocalizedText("Look the number up in errno(3).", ja: "番号の意味は errno(3) で確認してください。")

    case .cancelled: LocalizedText("Try again.", ja: "もう一度お試しください。")
    }
  }
}

extension MessagingError: SystemCodeError {}
