public import OmamoriCore
import OmamoriCrypto

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
        "The system refused a call with error \(code).", ja: "システムコールがエラー \(code) で失敗しました。")
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
      LocalizedText("Look the number up in errno(3).", ja: "番号の意味は errno(3) で確認してください。")
    case .unsupported:
      LocalizedText("See platforms.md for what there is.", ja: "platforms.md で対応状況を確認してください。")
    case .cancelled, .timedOut: LocalizedText("Try again.", ja: "もう一度お試しください。")
    }
  }
}

extension DeviceError: SystemCodeError {}

/// Why a process cannot be looked at.
@nonexhaustive
public enum ProcessFault: Sendable, Hashable {
  /// There is no process of that number.
  case absent
  /// The system does not let this user look at it.
  case denied
  /// What the system says of it cannot be understood.
  case unreadable
}

extension ProcessFault {
  /// What failed.
  package var explanation: LocalizedText {
    switch self {
    case .absent:
      LocalizedText("There is no such process.", ja: "そのプロセスは存在しません。")
    case .denied:
      LocalizedText(
        "The system does not let this user look at that process.",
        ja: "このユーザーではそのプロセスを検査できません。")
    case .unreadable:
      LocalizedText(
        "What the system says of that process cannot be read.",
        ja: "そのプロセスの情報を読み取れません。")
    }
  }

  /// What can be done.
  package var recovery: LocalizedText {
    switch self {
    case .absent:
      LocalizedText("Check its number.", ja: "プロセス番号を確認してください。")
    case .denied:
      LocalizedText(
        "Look as the process's own user or as root.",
        ja: "プロセスの所有者か root として実行してください。")
    case .unreadable:
      LocalizedText(
        "Try again; it may just have ended.",
        ja: "終了直前の可能性があります。再度実行してください。")
    }
  }
}

/// Why a protection of the process is not in place.
@nonexhaustive
public enum HardeningFault: Sendable, Hashable {
  /// The kernel does not have it.
  case notOffered
  /// The system refused it.
  case denied
}

extension HardeningFault {
  /// What failed.
  package var explanation: LocalizedText {
    switch self {
    case .notOffered:
      LocalizedText(
        "The kernel does not offer this protection.",
        ja: "カーネルがこの保護機能に対応していません。")
    case .denied:
      LocalizedText(
        "The system refused this protection.",
        ja: "システムがこの保護を拒否しました。")
    }
  }

  /// What can be done.
  package var recovery: LocalizedText {
    switch self {
    case .notOffered:
      LocalizedText(
        "Use a newer kernel or another protection.",
        ja: "新しいカーネルか別の保護を使用してください。")
    case .denied:
      LocalizedText(
        "Check what the sandbox of the process forbids.",
        ja: "プロセスのサンドボックス設定を確認してください。")
    }
  }
}
