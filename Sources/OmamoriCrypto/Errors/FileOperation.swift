public import OmamoriCore

/// What was being done to a file when the system refused.
public enum FileOperation: String, Sendable, Hashable, CaseIterable {
  /// Opening the file that is read.
  case openSource
  /// Reading.
  case read
  /// Making the temporary file beside the result.
  case createTemporary
  /// Writing.
  case write
  /// Waiting until the bytes are on the disk.
  case synchronize
  /// Giving the finished file its name.
  case rename

  /// The operation in a sentence.
  public var name: LocalizedText {
    switch self {
    case .openSource: LocalizedText("opening the input", ja: "入力を開く処理")
    case .read: LocalizedText("reading", ja: "読み込み")
    case .createTemporary: LocalizedText("creating the temporary file", ja: "一時ファイルの作成")
    case .write: LocalizedText("writing", ja: "書き込み")
    case .synchronize: LocalizedText("syncing to disk", ja: "ディスクへの同期")
    case .rename: LocalizedText("naming the finished file", ja: "完成したファイルへの名前付け")
    }
  }
}
