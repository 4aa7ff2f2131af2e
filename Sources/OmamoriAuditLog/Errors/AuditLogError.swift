public import OmamoriCore
public import OmamoriCrypto

/// Why an event is not recorded, or a log cannot be read, checked or handed on.
///
/// It holds places, codes and kinds only, never a part of an event, a key or a path. A value; safe to share between
/// threads.
@nonexhaustive
public enum AuditLogError: OmamoriError {
  /// The event cannot be recorded.
  case event(EventFault)
  /// The log cannot be read.
  case format(LogFormatFault)
  /// The log cannot be written.
  case storage(LogStorageFault)
  /// A key cannot be used.
  case key(LogKeyFault)
  /// An anchor outside the log cannot answer, or contradicts it.
  case anchor(AnchorFault)
  /// The log cannot be handed on.
  case delivery(DeliveryProblem)
  /// A cryptographic operation failed.
  case cryptography(CryptoError)
  /// There is no randomness, or a secret store cannot answer.
  case core(CoreError)
  /// The system refused a call; `code` is its error number.
  case system(code: Int32)
  /// The caller cancelled.
  case cancelled
  /// It took too long.
  case timedOut
}

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

extension AuditLogError: SystemCodeError {}
