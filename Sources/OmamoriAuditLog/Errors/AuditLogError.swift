public import OmamoriCore
import OmamoriCrypto

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
        "The system refused a call with error \(code).", ja: "システムコールがエラー \(code) で失敗しました。")

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
      LocalizedText("Look the number up in errno(3).", ja: "番号の意味は errno(3) で確認してください。")

    case .cancelled, .timedOut: LocalizedText("Try again.", ja: "もう一度お試しください。")
    }
  }
}

extension AuditLogError: SystemCodeError {}

/// Why an event cannot be recorded.
@nonexhaustive
public enum EventFault: Sendable, Hashable {
  /// It is larger than this many bytes.
  case tooLarge(limit: Int)
  /// A name in it is not one.
  case invalidName
  /// It holds what looks like a secret.
  case containsSecret
}

extension EventFault {
  /// What failed.
  package var explanation: LocalizedText {
    switch self {
    case .tooLarge:
      LocalizedText(
        "The event is too large for the log.",
        ja: "イベントがログの上限を超えています。")
    case .invalidName:
      LocalizedText(
        "The name of the event or of a field is not valid.",
        ja: "イベント名またはフィールド名が正しくありません。")
    case .containsSecret:
      LocalizedText(
        "The event holds what looks like a secret.",
        ja: "イベントに秘密情報らしい値が含まれています。")
    }
  }

  /// What can be done.
  package var recovery: LocalizedText {
    switch self {
    case .tooLarge:
      LocalizedText("Record less of it.", ja: "記録する内容を減らしてください。")
    case .invalidName:
      LocalizedText(
        "Use lower-case words with dots and hyphens.",
        ja: "小文字の単語をドットやハイフンでつないでください。")
    case .containsSecret:
      LocalizedText(
        "Record a fingerprint instead.",
        ja: "代わりにフィンガープリントを記録してください。")
    }
  }
}

/// Why a log, a record or a checkpoint cannot be read.
@nonexhaustive
public enum LogFormatFault: Sendable, Hashable {
  /// What stands at this byte is not of the format.
  case malformed(offset: Int)
  /// It was written by a version that is not known.
  case unknownVersion
  /// It is larger than this many bytes.
  case tooLarge(limit: Int)
}

extension LogFormatFault {
  /// What failed.
  package var explanation: LocalizedText {
    switch self {
    case .malformed:
      LocalizedText(
        "A part of the log is not of its format.",
        ja: "ログの一部が形式に合っていません。")
    case .unknownVersion:
      LocalizedText(
        "The log was written by a newer version.",
        ja: "新しいバージョンで書かれたログです。")
    case .tooLarge:
      LocalizedText(
        "A part of the log is larger than allowed.",
        ja: "ログの一部が上限を超えています。")
    }
  }

  /// What can be done.
  package var recovery: LocalizedText {
    switch self {
    case .malformed:
      LocalizedText(
        "Verify the log to see the place.",
        ja: "検証して該当箇所を確認してください。")
    case .unknownVersion:
      LocalizedText(
        "Use that version to read it.",
        ja: "そのバージョンで読み取ってください。")
    case .tooLarge:
      LocalizedText(
        "Check where the log comes from.",
        ja: "ログの出所を確認してください。")
    }
  }
}

/// Why a key of the log cannot be used.
@nonexhaustive
public enum LogKeyFault: Sendable, Hashable {
  /// The log is sealed for another key.
  case wrongKey
  /// It is not a key of the log.
  case invalid
  /// It was erased, and with it what it protected.
  case erased
}

extension LogKeyFault {
  /// What failed.
  package var explanation: LocalizedText {
    switch self {
    case .wrongKey:
      LocalizedText(
        "This key does not open the log.",
        ja: "この鍵ではログを開けません。")
    case .invalid:
      LocalizedText(
        "It is not a key of an audit log.",
        ja: "監査ログの鍵ではありません。")
    case .erased:
      LocalizedText(
        "The key was erased on purpose, and what it protected is gone.",
        ja: "鍵は意図的に消去され、保護されていた内容は復元できません。")
    }
  }

  /// What can be done.
  package var recovery: LocalizedText {
    switch self {
    case .wrongKey:
      LocalizedText(
        "Use the auditor's key that the log was made for.",
        ja: "ログ作成時に指定した監査者の鍵を使用してください。")
    case .invalid:
      LocalizedText("Check the file of the key.", ja: "鍵ファイルを確認してください。")
    case .erased:
      LocalizedText("Nothing brings it back.", ja: "復元する方法はありません。")
    }
  }
}

/// Why an anchor outside the log cannot answer.
@nonexhaustive
public enum AnchorFault: Sendable, Hashable {
  /// It cannot be reached.
  case unreachable
  /// It knows a later state than the log has.
  case rolledBack
  /// It knows another history.
  case mismatch
  /// What it knew of the log is gone.
  case missing
}

extension AnchorFault {
  /// What failed.
  package var explanation: LocalizedText {
    switch self {
    case .unreachable:
      LocalizedText(
        "The anchor of the log cannot be reached.",
        ja: "ログのアンカーに接続できません。")
    case .rolledBack:
      LocalizedText(
        "The anchor knows a later state than the log.",
        ja: "アンカーの記録がログより新しい状態です。")
    case .mismatch:
      LocalizedText(
        "The anchor knows another history than the log.",
        ja: "アンカーの記録とログの履歴が一致しません。")
    case .missing:
      LocalizedText(
        "The anchor that knew the log is gone.",
        ja: "このログを記録していたアンカーが失われています。")
    }
  }

  /// What can be done.
  package var recovery: LocalizedText {
    switch self {
    case .unreachable:
      LocalizedText("Check it and try again.", ja: "状態を確認してから再試行してください。")
    case .rolledBack:
      LocalizedText(
        "Keep the log as evidence; it was put back to an older state.",
        ja: "ログが古い状態に戻されています。証拠として保全してください。")
    case .mismatch:
      LocalizedText("Keep the log as evidence.", ja: "ログを証拠として保全してください。")
    case .missing:
      LocalizedText(
        "Put it back: someone who shortens a log removes its anchor. Accept a new one only when you know why it is gone.",
        ja: "元に戻してください。ログを切り詰めた者が、隠すために削除することがあります。新しいアンカーは、失われた理由がわかっている場合にだけ受け入れてください。")
    }
  }
}
