public import OmamoriCore

/// Why an anchor outside the log cannot answer.
///
/// A value; safe to share between threads.
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
  public var explanation: LocalizedText {
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
  public var recovery: LocalizedText {
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
