package import OmamoriCore

/// Why the log cannot be written.
@nonexhaustive
public enum LogStorageFault: Sendable, Hashable {
  /// Another process writes it.
  case inUse
  /// The disk, or the space given to the log, is full.
  case full
  /// It may not be written.
  case readOnly
  /// Writing failed; `code` is the system's error number. Nothing is written any more.
  case failed(code: Int32)
  /// It was closed.
  case closed
  /// More events came than can be written.
  case overloaded
}

extension LogStorageFault {
  /// What failed.
  package var explanation: LocalizedText {
    switch self {
    case .inUse:
      LocalizedText(
        "Another process writes this log.",
        ja: "別のプロセスがこのログに書き込んでいます。")
    case .full:
      LocalizedText(
        "There is no space left for the log.",
        ja: "ログの空き容量がありません。")
    case .readOnly:
      LocalizedText(
        "The log may not be written.",
        ja: "ログへの書き込みが許可されていません。")
    case .failed:
      LocalizedText("Writing the log failed.", ja: "ログの書き込みに失敗しました。")
    case .closed:
      LocalizedText("The log is closed.", ja: "ログは閉じられています。")
    case .overloaded:
      LocalizedText(
        "Events come faster than they can be written.",
        ja: "イベントが書き込み速度を超えて発生しています。")
    }
  }

  /// What can be done.
  package var recovery: LocalizedText {
    switch self {
    case .inUse:
      LocalizedText(
        "Append through that process, or wait for it.",
        ja: "そのプロセスを通じて追記するか、終了を待ってください。")
    case .full:
      LocalizedText(
        "Make space, then open the log again.",
        ja: "容量を確保してから開き直してください。")
    case .readOnly:
      LocalizedText(
        "Check the permissions of its folder.",
        ja: "フォルダの権限を確認してください。")
    case .failed:
      LocalizedText(
        "Check the disk, then open the log again.",
        ja: "ディスクを確認してから開き直してください。")
    case .closed:
      LocalizedText("Open it again.", ja: "開き直してください。")
    case .overloaded:
      LocalizedText(
        "Write fewer, or choose another policy for too many.",
        ja: "件数を減らすか、超過時の方針を変更してください。")
    }
  }
}
