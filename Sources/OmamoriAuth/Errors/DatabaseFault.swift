import OmamoriCore

/// Why the shared database could not answer.
@nonexhaustive
public enum DatabaseFault: Sendable, Hashable {
  /// The client library of PostgreSQL is not installed.
  case libraryMissing
  /// The database cannot be reached.
  case notConnected
  /// The database refused the statement.
  case refused
  /// The table is missing or has another layout.
  case schema
}

extension DatabaseFault {
  var explanation: LocalizedText {
    switch self {
    case .libraryMissing:
      LocalizedText(
        "The client library of PostgreSQL is not installed.",
        ja: "PostgreSQL のクライアントライブラリがインストールされていません。")
    case .notConnected:
      LocalizedText(
        "The database cannot be reached.",
        ja: "データベースに接続できません。")
    case .refused:
      LocalizedText(
        "The database refused the statement.",
        ja: "データベースが文を拒否しました。")
    case .schema:
      LocalizedText(
        "The table is missing or has another layout.",
        ja: "表がないか、構成が異なります。")
    }
  }

  var recovery: LocalizedText {
    LocalizedText(
      "Check the connection settings, the rights of the user and that libpq5 is installed.",
      ja: "接続設定、利用者の権限、libpq5 の有無を確認してください。")
  }
}
