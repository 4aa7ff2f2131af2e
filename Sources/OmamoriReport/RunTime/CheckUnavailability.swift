public import OmamoriCore

/// Why a check at run time gave no answer; that is neither good nor bad news.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum CheckUnavailability: Sendable, Hashable {
  /// The app gave nothing that could be checked.
  case notGiven(LocalizedText)
  /// This system has no such thing, or no way to ask for it.
  case platform(LocalizedText)
  /// The check did not end within its time.
  case deadline
  /// The caller cancelled.
  case cancelled
  /// The check could be made here, and did not come to its end.
  case failed(LocalizedText)

  /// The name in reports: `not-given`, `platform`, `deadline`, `cancelled` or `failed`.
  public var name: String {
    switch self {
    case .notGiven: "not-given"
    case .platform: "platform"
    case .deadline: "deadline"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }

  /// The reason as a sentence.
  public var explanation: LocalizedText {
    switch self {
    case .notGiven(let text), .platform(let text), .failed(let text): text
    case .deadline:
      LocalizedText("The check did not end in time.", ja: "制限時間内に終わりませんでした。")
    case .cancelled: LocalizedText("The check was cancelled.", ja: "検査は中止されました。")
    }
  }
}
