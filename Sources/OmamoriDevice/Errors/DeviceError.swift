public import OmamoriCore
public import OmamoriCrypto

/// Why the state of the device cannot be told, or a protection or a way to ask the person is not there.
///
/// It holds codes and kinds only, never a path, a name or a part of what was looked at. A value; safe to share between
/// threads.
@nonexhaustive
public enum DeviceError: OmamoriError {
  /// A process cannot be looked at.
  case process(ProcessFault)
  /// A protection is not in place.
  case hardening(HardeningFault)
  /// The person cannot be asked, or did not pass.
  case authentication(AuthenticationFault)
  /// A store's receipt was refused.
  case receipt(ReceiptFault)
  /// A cryptographic operation failed.
  case cryptography(CryptoError)
  /// There is no randomness, or a basic value cannot be read.
  case core(CoreError)
  /// The system refused a call; `code` is its error number.
  case system(code: Int32)
  /// The platform has no such thing.
  case unsupported
  /// The caller cancelled.
  case cancelled
  /// It took too long.
  case timedOut
}

extension DeviceError {
  /// What failed.
  public var explanation: LocalizedText {
    switch self {
    case .process(let fault): fault.explanation
    case .hardening(let fault): fault.explanation
    case .authentication(let fault): fault.explanation
    case .receipt(let fault): fault.explanation
    case .cryptography(let error): error.explanation
    case .core(let error): error.explanation
    case .system(let code):
      LocalizedText(
        "The system refused a call with error \(code).", ja: "システムコールがエラー\(code)で失敗しました。")
    case .unsupported: LocalizedText("This platform does not offer it.", ja: "このプラットフォームでは利用できません。")
    case .cancelled: LocalizedText("It was cancelled.", ja: "取り消されました。")
    case .timedOut: LocalizedText("It took too long.", ja: "時間切れになりました。")
    }
  }

  /// What can be done.
  public var recovery: LocalizedText {
    switch self {
    case .process(let fault): fault.recovery
    case .hardening(let fault): fault.recovery
    case .authentication(let fault): fault.recovery
    case .receipt(let fault): fault.recovery
    case .cryptography(let error): error.recovery
    case .core(let error): error.recovery
    case .system:
      LocalizedText("Look the number up in errno(3).", ja: "番号の意味はerrno(3)で確認してください。")
    case .unsupported: LocalizedText("See platforms.md for what there is.", ja: "platforms.mdで対応状況を確認してください。")
    case .cancelled, .timedOut: LocalizedText("Try again.", ja: "もう一度お試しください。")
    }
  }
}

extension DeviceError: SystemCodeError {}
