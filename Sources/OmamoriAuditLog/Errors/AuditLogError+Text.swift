public import OmamoriCore
import OmamoriCrypto

extension AuditLogError {
  /// What failed.
  public var explanation: LocalizedText {
    switch self {
    case .event(let fault): fault.explanation
    case .format(let fault): fault.explanation
    case .storage(let fault): fault.explanation
    case .key(let fault): fault.explanation
    case .anchor(let fault): fault.explanation
    case .delivery(let fault): fault.explanation
    case .cryptography(let error): error.explanation
    case .core(let error): error.explanation
    case .system(let code):
      LocalizedText(
        "The system refused a call with error \(code).", ja: "システムコールがエラー\(code)で失敗しました。")

    case .cancelled: LocalizedText("It was cancelled.", ja: "取り消されました。")
    case .timedOut: LocalizedText("It took too long.", ja: "時間切れになりました。")
    }
  }

  /// What can be done.
  public var recovery: LocalizedText {
    switch self {
    case .event(let fault): fault.recovery
    case .format(let fault): fault.recovery
    case .storage(let fault): fault.recovery
    case .key(let fault): fault.recovery
    case .anchor(let fault): fault.recovery
    case .delivery(let fault): fault.recovery
    case .cryptography(let error): error.recovery
    case .core(let error): error.recovery
    case .system:
      LocalizedText("Look the number up in errno(3).", ja: "番号の意味はerrno(3)で確認してください。")

    case .cancelled, .timedOut: LocalizedText("Try again.", ja: "もう一度お試しください。")
    }
  }
}
