import CommandLineKit
import CommandSupport
import OmamoriCore
import AuditEngine
import AuditRules

/// What can go wrong in an audit, with the exit code and the cure.
enum AuditFault: ExitCodeProviding, Equatable {
  /// Nothing can be audited at the path.
  case discovery(path: String, DiscoveryError)
  /// Nothing at the path is of a kind that is audited; so many files were left out for what they are for, and some may
  /// have been excluded.
  case nothingToAudit(path: String, leftOut: Int, isFiltered: Bool)
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
    case .nothingToAudit(let path, _, _):
      HelpText("nothing to audit in \(Printable.quote(path))", ja: "\(Printable.quote(path)) に監査できるものがありません")
    case .options(let message, _): message
    }
  }

  var hint: HelpText? {
    switch self {
    case .discovery(_, .archive), .discovery(_, .tooManyFiles): nil
    case .nothingToAudit(_, _, true):
      HelpText("check what --exclude leaves", ja: "--exclude で残るファイルがあるか確認してください")
    case .nothingToAudit(_, let count, _) where count > 0:
      HelpText(
        "\(count) files were left out for what they are for (tests, vendored code …); --include adds them",
        ja: "用途（テスト、外部コードなど）により \(count) 個のファイルが対象外です。--include で対象に加えられます")
    case .discovery, .nothingToAudit:
      HelpText(
        "give an app's folder, a Swift or Info.plist file, an .app or an .ipa",
        ja: "アプリのフォルダー、Swift ファイル、Info.plist、.app、.ipa のいずれかを指定してください")
    case .options(_, let hint): hint
    }
  }
}
