import CommandLineKit
import CommandSupport
import OmamoriAuditLog
import OmamoriCore
import OmamoriCrypto

/// The options that say with which keys a log is read.
struct ReaderOptions: Sendable {
  private let auditorKey: Parameter<FilePath?>
  private let logKey: Parameter<String?>
  let log: LogHandles

  init(_ declare: inout Declaration) {
    auditorKey = declare.option(
      "--auditor-key", value: "FILE", environment: "OMAMORI_AUDITOR_KEY",
      help: HelpText(
        "The auditor's key, the file that 'log keygen' wrote.", ja: "監査者の鍵（'log keygen' が書き出したファイル）。"))
    logKey = declare.option(
      "--log-key", value: "KEY",
      help: HelpText(
        "The log's public key or a file with it, for a log that was not begun on this machine.",
        ja: "ログの公開鍵またはそのファイル。このマシンで作成していないログに使います。"))
    log = LogHandles(&declare)
  }

  /// The key of the log, from the command line or from this machine's setup.
  ///
  /// - Throws: ``CryptoFault`` when neither is there.
  func key(_ arguments: Arguments) throws -> LogKey {
    if let word = try arguments[logKey] { return try LogReaders.logKey(word) }
    let place = try log.place(arguments)
    guard LogSetup.exists(at: place) else { throw CryptoFault.noLogKey }
    return try LogSetup(of: place).key
  }

  /// The key that reads the log, when one was named.
  func auditor(_ arguments: Arguments) throws -> AuditorIdentity? {
    try arguments[auditorKey].map { try LogReaders.identity(inFile: $0.string, arguments) }
  }

  /// The key that reads the log: the auditor's, or this machine's own for local reading.
  ///
  /// - Throws: ``CryptoFault`` when there is neither.
  func reader(_ arguments: Arguments) async throws -> AuditorIdentity {
    if let auditor = try auditor(arguments) { return auditor }
    let place = try log.place(arguments)
    guard LogSetup.exists(at: place), try LogSetup(of: place).localReading == .keychainKey,
      let secret = try await KeyFolder(place.keys).secret(named: AuditLogSettings().name + ".reading")
    else { throw CryptoFault.noReader }
    return try AuditorIdentity(rawRepresentation: secret)
  }
}

extension CryptoFault {
  /// Nothing says which key the log has.
  fileprivate static let noLogKey = usage(
    HelpText("it is not known which key this log has", ja: "このログの公開鍵がわかりません"),
    hint: HelpText(
      "give --log-key with the key that 'omamori log init' printed, from where you kept it",
      ja: "'omamori log init' が出力し、控えておいた公開鍵を --log-key で指定してください"))

  /// The machine that writes a log cannot read it.
  fileprivate static let noReader = usage(
    HelpText("only the auditor can read this log", ja: "このログを読めるのは監査者だけです"),
    hint: HelpText(
      "give --auditor-key FILE; a log begun with --local-reading can be read here without it",
      ja: "--auditor-key FILE を指定してください。--local-reading で作成したログは指定なしで読めます"))
}
