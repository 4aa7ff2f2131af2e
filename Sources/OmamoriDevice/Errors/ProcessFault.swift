public import OmamoriCore

/// Why a process cannot be looked at.
///
/// A value; safe to share between threads.
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
  public var explanation: LocalizedText {
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
  public var recovery: LocalizedText {
    switch self {
    case .absent:
      LocalizedText("Check its number.", ja: "プロセス番号を確認してください。")
    case .denied:
      LocalizedText(
        "Look as the process's own user or as root.",
        ja: "プロセスの所有者かrootとして実行してください。")
    case .unreadable:
      LocalizedText(
        "Try again; it may just have ended.",
        ja: "終了直前の可能性があります。再度実行してください。")
    }
  }
}
