package import OmamoriCore
package import OmamoriReport

/// What discovery leaves out and where its limits are.
package struct DiscoveryOptions: Sendable, Hashable {
  /// The contexts whose files are examined; the others are counted and kept for facts about the project.
  package var contexts: Set<FileContext>
  /// Patterns of paths to leave out: `*` and `?` within a name, `**` for any number of names.
  package var exclude: [String]
  /// Paths of reports of an earlier run, which are no part of the app; these are no patterns.
  package var reports: Set<String> = []
  /// What files are, by patterns of their paths, where that is not what they look; the first that matches counts.
  package var overrides: [ContextRule] = []
  /// The largest source or text file that is read, in bytes.
  package var sourceLimit: Int
  /// The largest binary file that is read, in bytes.
  package var binaryLimit: Int
  /// The most files a tree may have.
  package var fileLimit: Int
  /// The deepest nesting of folders.
  package var depthLimit: Int

  /// Makes options; without arguments they are the defaults of the tool.
  package init(
    contexts: Set<FileContext> = [.app], exclude: [String] = [], sourceLimit: Int = 8 << 20,
    binaryLimit: Int = 64 << 20, fileLimit: Int = 500_000, depthLimit: Int = 256
  ) {
    (self.contexts, self.exclude) = (contexts, exclude)
    (self.sourceLimit, self.binaryLimit) = (sourceLimit, binaryLimit)
    (self.fileLimit, self.depthLimit) = (fileLimit, depthLimit)
  }

  /// The largest file of a kind that is read, in bytes.
  package func sizeLimit(of kind: FileKind) -> Int { kind.isBinary ? binaryLimit : sourceLimit }
}

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
        ja: "パイプ、ソケット、デバイスは監査できません。ファイルかフォルダを指定してください")
    case .unreadable(let reason):
      LocalizedText("cannot be read: \(reason.english)", ja: "読み取れません: \(reason.japanese)")
    case .tooManyFiles(let limit):
      LocalizedText(
        "more than \(limit) files; give a smaller folder or exclude some",
        ja: "ファイルが \(limit) 個を超えています。より小さいフォルダを指定するか、除外を設定してください")
    case .archive(let error): error.message
    }
  }
}

extension DiscoveryError: CustomStringConvertible {
  /// What failed and what to do, in English.
  package var description: String { message.english }
}
