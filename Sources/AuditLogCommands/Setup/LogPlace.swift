import CommandLineKit
import CommandSupport
import KeychainCommands
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile

/// Where a log lies, and its keys beside it.
struct LogPlace: Sendable {
  /// The folder of the log, absolute.
  let folder: String
  /// The folder with the log's own keys and its setup, absolute; never the log's, which is copied to auditors.
  let keys: String

  /// Where the agent of this log listens.
  var socket: AgentSocket {
    let digest = SHA256.hash(data: Data(folder.utf8)).prefix(8)
    return AgentSocket(
      folder: AgentSocket.standard.folder, service: "log-" + Hexadecimal.text(of: digest))
  }
}

/// The options that say which log is meant.
struct LogHandles: Sendable {
  private let folder: Parameter<KeychainFolder?>
  private let keys: Parameter<KeychainFolder?>

  init(_ declare: inout Declaration) {
    folder = declare.option(
      "-l", "--log", value: "FOLDER", environment: "OMAMORI_LOG",
      help: HelpText(
        "The log; $XDG_STATE_HOME/omamori/log unless given.",
        ja: "ログのフォルダ。省略時は $XDG_STATE_HOME/omamori/log です。"))
    keys = declare.option(
      "--keys", value: "FOLDER", environment: "OMAMORI_LOG_KEYS",
      help: HelpText(
        "The log's own keys and its setup; FOLDER.keys unless given.", ja: "ログ自身の鍵と設定。省略時は FOLDER.keys です。"))
  }

  /// The place that the command line means.
  func place(_ arguments: Arguments) throws -> LogPlace {
    var folder = try arguments[folder]?.path ?? Self.standardFolder(arguments)
    while folder.count > 1, folder.last == "/" { folder.removeLast() }
    // However it is written, the same log has the same agent.
    folder = OutputPlace.resolved(folder)
    return LogPlace(folder: folder, keys: try arguments[keys]?.path ?? folder + ".keys")
  }

  /// Source: the XDG Base Directory Specification.
  private static func standardFolder(_ arguments: Arguments) throws -> String {
    for (name, end) in [("XDG_STATE_HOME", ""), ("HOME", "/.local/state")] {
      if let value = arguments.environment[name], value.hasPrefix("/") { return value + end + "/omamori/log" }
    }
    throw CryptoFault.usage(
      HelpText("there is no home folder to look for a log in", ja: "ログを探すホームフォルダがありません"),
      hint: HelpText("give --log FOLDER", ja: "--log FOLDER を指定してください"))
  }
}
