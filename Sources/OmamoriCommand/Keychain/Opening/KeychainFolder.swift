#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore

/// The folder of a keychain as it was typed; shells complete it.
struct KeychainFolder: CommandLineValue, Hashable {
  /// The path, absolute.
  let path: String

  init?(commandLine word: String) {
    guard !word.isEmpty, !word.utf8.contains(0) else { return nil }
    path = word.hasPrefix("/") ? word : FileManager.default.currentDirectoryPath + "/" + word
  }

  var commandLineWord: String { path }
  static var completion: Completion { .directory }
  static var expectation: HelpText? { HelpText("the path of a folder", ja: "フォルダーのパス") }
}
#endif
