package import OmamoriCore

/// A file the audit met and did not read, or did not read to its end.
package struct SkippedFile: Sendable, Hashable {
  /// Why a file was skipped.
  package enum Reason: String, CaseIterable, Sendable, Hashable, Codable {
    /// Reading failed, for example for lack of permission.
    case unreadable
    /// Larger than the limit for its kind.
    case tooLarge
    /// Neither UTF-8 nor another encoding that is recognised.
    case encoding
    /// A link that leads out of the audited path, nowhere, or in a circle.
    case link
    /// Broken or hostile content.
    case malformed
    /// Not a regular file: a pipe, a socket, a device.
    case special
  }

  /// The file, relative to the audited path.
  package let file: String
  /// Why it was skipped.
  package let reason: Reason
  /// The particulars, in words.
  package let message: LocalizedText

  /// Makes an entry.
  package init(file: String, reason: Reason, message: LocalizedText) {
    (self.file, self.reason, self.message) = (file, reason, message)
  }
}

extension SkippedFile.Reason {
  /// The reason in a word or two.
  package var title: LocalizedText {
    switch self {
    case .unreadable: LocalizedText("unreadable", ja: "読み取り不可")
    case .tooLarge: LocalizedText("too large", ja: "サイズ超過")
    case .encoding: LocalizedText("unknown encoding", ja: "文字コード不明")
    case .link: LocalizedText("link not followed", ja: "リンクを追跡せず")
    case .malformed: LocalizedText("malformed", ja: "形式不正")
    case .special: LocalizedText("not a regular file", ja: "通常ファイル以外")
    }
  }
}
