package import OmamoriCore

/// Why there is nothing to audit at a path.
package enum DiscoveryError: Error, Sendable, Equatable {
  /// Nothing lies at the path.
  case notFound
  /// The path leads to a pipe, socket or device.
  case notAFile
  /// The system does not let it be read, with its reason.
  case unreadable(LocalizedText)
  /// The tree has more files than the limit.
  case tooManyFiles(Int)
  /// The archive is refused.
  case archive(ArchiveError)

  /// What failed and what to do, in both languages.
  package var message: LocalizedText {
    switch self {
    case .notFound:
      LocalizedText(
        "there is nothing at this path; check its spelling", ja: "このパスには何もありません。綴りを確認してください")
    case .notAFile:
      LocalizedText(
        "the path leads to a pipe, socket or device; give a file or a folder",
        ja: "パイプ、ソケット、デバイスは監査できません。ファイルかフォルダーを指定してください")
    case .unreadable(let reason):
      LocalizedText("cannot be read: \(reason.english)", ja: "読み取れません: \(reason.japanese)")
    case .tooManyFiles(let limit):
      LocalizedText(
        "more than \(limit) files; give a smaller folder or exclude some",
        ja: "ファイルが \(limit) 個を超えています。より小さいフォルダーを指定するか、除外を設定してください")
    case .archive(let error): error.message
    }
  }
}

extension DiscoveryError: CustomStringConvertible {
  /// What failed and what to do, in English.
  package var description: String { message.english }
}
