public import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

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
        "The system refused a call with error \(code).", ja: "システムコールがエラー\(code)で失敗しました。")

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
      LocalizedText("Look the number up in errno(3).", ja: "番号の意味はerrno(3)で確認してください。")

    case .cancelled: LocalizedText("Try again.", ja: "もう一度お試しください。")
    }
  }
}
