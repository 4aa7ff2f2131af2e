package import OmamoriCore

/// Why the history of a tree cannot be read.
package enum GitError: Error, Sendable, Equatable {
  /// No repository lies at the audited path or around it.
  case noRepository
  /// Nothing is called so in the repository.
  case unknownRevision(String)
  /// The repository is kept in a form that is not read: hashes of SHA-256, or references in tables.
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
    case .unknownRevision(let name):
      LocalizedText(
        "the repository has no revision “\(name)”; fetch it, or name a branch, a tag or a commit",
        ja: "リポジトリにリビジョン「\(name)」がありません。取得するか、ブランチ、タグ、コミットを指定してください")
    case .unsupported:
      LocalizedText(
        "the repository uses SHA-256 or reference tables, which are not read",
        ja: "SHA-256 または reftable 形式のリポジトリには対応していません")
    case .malformed(let what):
      LocalizedText(
        "the repository is broken: \(what); run `git fsck`", ja: "リポジトリが壊れています（\(what)）。`git fsck` を実行してください")
    case .unreadable(let reason): reason
    }
  }
}
