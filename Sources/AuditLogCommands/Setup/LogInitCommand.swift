import CommandLineKit
import CommandSupport
import KeychainCommands
import OmamoriAuditLog
import OmamoriCore

extension OmamoriTool {
  static let logInitCommand = Command(
    "init", HelpText("Begin a log", ja: "ログを作成する"),
    discussion: HelpText(
      """
      Makes the log's own keys and its first segment, and prints the key by which verifiers know the log: keep a copy of it \
      with the auditor, not only here. Without --witness nothing shows that the end of the log was not cut off, and 'verify' \
      says so.
      """,
      ja: """
        ログ自身の鍵と最初のセグメントを作成し、検証者がログを識別するための公開鍵を出力します。この公開鍵は、このマシンだけでなく監査者側\
        にも控えてください。--witness を指定しないと、ログの末尾が切り取られていないことを確認できず、'verify' がその旨を報告します。
        """),
    examples: [
      Example(
        "omamori log init --auditor omamori-auditor1…",
        HelpText("Begin a log that only the auditor reads.", ja: "監査者だけが読めるログを作成します。")),
      Example(
        "omamori log init --auditor auditor.pub --witness /mnt/other/log.witness",
        HelpText("With a witness on another disk.", ja: "証人ファイルを別のディスクに置きます。")),
    ]
  ) { declare in
    let auditor = declare.requiredOption(
      "-a", "--auditor", value: "KEY", as: String.self,
      help: HelpText(
        "The auditor's public key that 'log keygen' printed, or a file with it.",
        ja: "'log keygen' が出力した監査者の公開鍵、またはそのファイル。"))
    let witness = declare.option(
      "--witness", value: "FILE", as: KeychainFolder.self,
      help: HelpText(
        "A file elsewhere that remembers how far the log was.", ja: "ログの進み具合を記録する、別の場所のファイル。"))
    let isLocal = declare.flag(
      "--local-reading",
      help: HelpText(
        "Let this machine read the log, too; so can whoever takes it.",
        ja: "このマシンでも読めるようにします。マシンを奪った者にも読まれます。"))
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    let handles = LogHandles(&declare)
    return { arguments in
      let place = try handles.place(arguments)
      let key = try LogReaders.auditorKey(try arguments[auditor])
      guard !LogSetup.exists(at: place) else { throw CryptoFault.logExists }
      let store = try KeyFolder(making: place.keys)
      var settings = LogOpening.settings
      settings.localReading = try arguments[isLocal] ? .keychainKey : .off
      // There was no log, at most the keys of one that could not be begun.
      settings.acceptsMissingAnchor = true
      let path = try arguments[witness]?.path
      let anchors: [any LogAnchor] = path.map { [WitnessFileAnchor(path: $0)] } ?? []
      let log = try await AuditLog.open(
        in: place.folder, auditor: key, secrets: store, anchors: anchors, settings: settings)
      let setup = LogSetup(
        key: log.key, auditor: key, localReading: settings.localReading, witness: path)
      do {
        try setup.save(at: place)
        try await log.close()
      } catch {
        // because the first error is the one to be told
        _ = try? await log.close()
        throw error
      }
      try await LogOpening.tellAnchors(of: log, arguments)
      try arguments.output.write(
        (try arguments[json] ? setup.json.text(.pretty) : log.key.text) + "\n")
      return .success
    }
  }
}

extension CryptoFault {
  /// There is a log, and its keys must not be lost.
  fileprivate static let logExists = usage(
    HelpText("there is a log already", ja: "ログはすでに存在します"),
    hint: HelpText(
      "use it, or name another place with --log and --keys", ja: "そのまま使用するか、--log と --keys で別の場所を指定してください"))
}
