public import OmamoriCore

/// Why a check gave no answer; that is neither good nor bad news.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum IntegrityUnavailability: String, Sendable, Hashable, CaseIterable {
  /// The platform has no such thing, or no way to ask for it.
  case platform
  /// The system does not let this user look.
  case denied
  /// It can only be seen from inside the process.
  case insideOnly = "inside-only"
  /// Nothing was noted at the start that it could be compared with.
  case noBaseline = "no-baseline"
  /// The file that it would have to be compared with is gone or was replaced.
  case fileGone = "file-gone"
  /// The process has ended.
  case ended

  /// The reason as a sentence.
  public var explanation: LocalizedText {
    switch self {
    case .platform:
      LocalizedText("This platform does not tell.", ja: "このプラットフォームでは確認できません。")
    case .denied:
      LocalizedText(
        "This user may not look at that process.", ja: "このユーザーではそのプロセスを検査できません。")
    case .insideOnly:
      LocalizedText(
        "Only the process itself can see it.", ja: "対象のプロセス自身でなければ確認できません。")
    case .noBaseline:
      LocalizedText(
        "Nothing was noted at the start to compare it with.", ja: "比較の基準となる初期状態の記録がありません。")
    case .fileGone:
      LocalizedText(
        "Code was changed whose file is gone or was replaced, so that nothing can be compared.",
        ja: "変更されたコードの元のファイルが削除または置換されているため、比較できません。")
    case .ended:
      LocalizedText("The process has ended.", ja: "プロセスはすでに終了しています。")
    }
  }
}
