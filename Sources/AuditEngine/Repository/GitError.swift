package import OmamoriCore

/// Why the history of a tree cannot be read.
package enum GitError: Error, Sendable, Equatable {
  /// No repository lies at the audited path or around it.
  case noRepository
  /// Nothing is called so in the repository.
  case unknownRevision(String)
  /// The repository is kept in a form that is not read: hashes of SHA-256, references in tables, linked trees.
  case unsupported
  /// Something in the repository is broken or missing; what, in words for people who know git.
  case malformed(String)
  /// The system refused to read.
  case unreadable(LocalizedText)

  /// What happened and what to do, in words.
  package var message: LocalizedText {
    switch self {
    case .noRepository:
      LocalizedText(
        "no git repository is there; audit a checked-out working tree",
        ja: "git リポジトリがありません。チェックアウトした作業ツリーを指定してください")
    case .unknownRevision(let name): Self.unknown(DisplayName.text(of: Array(name.utf8)))
    case .unsupported:
      LocalizedText(
        "a linked working tree, SHA-256 and reference tables are not read; audit the main working tree",
        ja: "リンクされた作業ツリー、SHA-256、reftable 形式には対応していません。主となる作業ツリーを指定してください")
    case .malformed(let what):
      LocalizedText(
        "the repository is broken: \(what); run `git fsck`", ja: "リポジトリが壊れています（\(what)）。`git fsck` を実行してください")
    case .unreadable(let reason): reason
    }
  }

  private static func unknown(_ name: String) -> LocalizedText {
    LocalizedText(
      "the repository has no revision “\(name)”; fetch it, or name a branch, a tag or a commit",
      ja: "リポジトリにリビジョン「\(name)」がありません。取得するか、ブランチ、タグ、コミットを指定してください")
  }
}
