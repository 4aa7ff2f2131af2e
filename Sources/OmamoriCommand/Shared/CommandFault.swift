import CommandLineKit
import OmamoriCore
import OmamoriScanner

/// What can go wrong in a command, with the exit code and the cure.
enum CommandFault: ExitCodeProviding, Equatable {
  /// Nothing can be audited at the path.
  case discovery(path: String, DiscoveryError)
  /// The options do not fit together.
  case options(HelpText, hint: HelpText)

  var exitCode: ExitCode {
    switch self {
    case .discovery(_, .unreadable): .failure
    case .discovery, .options: .usage
    }
  }

  var message: HelpText {
    switch self {
    case .discovery(let path, let error):
      HelpText("\(path): \(error.message.english)", ja: "\(path): \(error.message.japanese)")
    case .options(let message, _): message
    }
  }

  var hint: HelpText? {
    switch self {
    case .discovery:
      HelpText(
        "give an app's folder, a Swift or Info.plist file, an .app or an .ipa",
        ja: "アプリのフォルダー、Swift ファイル、Info.plist、.app、.ipa のいずれかを指定してください")
    case .options(_, let hint): hint
    }
  }
}
