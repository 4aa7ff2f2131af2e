public import OmamoriCore

/// Why a protection of the process is not in place.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum HardeningFault: Sendable, Hashable {
  /// The kernel does not have it.
  case notOffered
  /// The system refused it.
  case denied
}

extension HardeningFault {
  /// What failed.
  public var explanation: LocalizedText {
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
  public var recovery: LocalizedText {
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
