import CommandLineKit
import CommandSupport
import OmamoriCore
import AuditEngine
import AuditRules

/// What can go wrong in an audit, with the exit code and the cure.
enum AuditFault: ExitCodeProviding, Equatable {
  /// Nothing can be audited at the path.
  case discovery(path: String, DiscoveryError)
  /// None of the files found at the path says anything about an app; so many were left out for what they are for, and
  /// some may have been excluded.
  case nothingToAudit(path: String, found: [String], leftOut: Int, isFiltered: Bool)
  /// The options do not fit together.
  case options(HelpText, hint: HelpText)

  var exitCode: ExitCode {
    switch self {
    case .discovery(_, .unreadable): .failure
    case .discovery, .nothingToAudit, .options: .usage
    }
  }

  var message: HelpText {
    switch self {
    case .discovery(let path, let error):
      HelpText(
        "\(Printable.quote(path)): \(error.message.english)",
        ja: "\(Printable.quote(path)): \(error.message.japanese)")
    case .nothingToAudit(let path, let found, _, _): Self.nothing(in: path, but: found)
    case .options(let message, _): message
    }
  }

  var hint: HelpText? {
    switch self {
    case .discovery(_, .archive), .discovery(_, .tooManyFiles): nil
    case .nothingToAudit(_, _, _, true):
      HelpText("check what --exclude leaves", ja: "--exclude で残るファイルがあるか確認してください")
    case .nothingToAudit(_, _, let count, _) where count > 0:
      HelpText(
        "left out as tests, vendored code …: \(count == 1 ? "1 file" : "\(count) files"); --include adds them",
        ja: "用途（テスト、外部コードなど）により \(count) 個のファイルが対象外です。--include で対象に加えられます")
    case .discovery, .nothingToAudit:
      HelpText(
        "give an app's folder, a Swift or Info.plist file, an .app or an .ipa",
        ja: "アプリのフォルダ、Swift ファイル、Info.plist、.app、.ipa のいずれかを指定してください")
    case .options(_, let hint): hint
    }
  }

  /// What was found instead of an app, and what an app would have had.
  private static func nothing(in path: String, but found: [String]) -> HelpText {
    let quoted = Printable.quote(path)
    guard !found.isEmpty else {
      return HelpText("nothing to audit in \(quoted)", ja: "\(quoted) に監査できるものがありません")
    }
    let names = found.prefix(3).map { Printable.quote($0) }.joined(separator: ", ")
    let others = found.count - 3
    return HelpText(
      """
      nothing to audit in \(quoted): found \(names)\(others > 0 ? " and \(others) more" : ""), but no readable source, \
      property list, project file or built app
      """,
      ja: """
        \(quoted) に監査できるものがありません。\(names)\(others > 0 ? " ほか \(others) 個" : "") はありますが、読み取れる\
        ソース、プロパティリスト、プロジェクトファイル、ビルド済みアプリがありません
        """)
  }
}

extension FileKind {
  /// Whether rules judge an app by such files; the others are only searched for secrets.
  var isOfApps: Bool {
    switch self {
    case .strings, .json, .yaml, .html, .script, .text, .ignoreRules, .archive, .database, .other: false
    default: true
    }
  }
}
