import CommandLineKit
import CommandSupport
import OmamoriAuditLog
import OmamoriCore

extension OmamoriTool {
  private static let readingCodes = [
    ExitMeaning(
      .failure,
      HelpText(
        "A part was changed or cannot be read; 'verify' says which.",
        ja: "改変された、または読み取れない部分があります。'verify' で特定できます。"))
  ]

  static let logShowCommand = Command(
    "show", HelpText("Read a log", ja: "ログを読む"),
    discussion: HelpText(
      """
      Shows the events with the auditor's key; every record is authenticated as it is read. Whether something was cut off \
      is what 'omamori log verify' says.
      """,
      ja: """
        監査者の鍵を使ってイベントを表示します。各記録は読み取り時に真正性を確認します。末尾が切り取られていないかは \
        'omamori log verify' で確認してください。
        """),
    examples: [
      Example(
        "omamori log show --auditor-key auditor.key --last 20",
        HelpText("The last twenty events.", ja: "最後の 20 件を表示します。")),
      Example(
        "omamori log show --auditor-key auditor.key --json",
        HelpText("As JSON, one event a line.", ja: "1 行 1 件の JSON で出力します。")),
    ],
    exitCodes: readingCodes
  ) { declare in
    let handles = ShowHandles(&declare)
    return { arguments in try await ShowRun(arguments, handles).run() }
  }

  static let logFollowCommand = Command(
    "follow", HelpText("Read a log as it grows", ja: "ログを継続して読む"),
    discussion: HelpText(
      "Shows events as they come until control-C; --last and --from show some of the past first.",
      ja: "Control-C まで、新しいイベントを順次表示します。--last と --from を指定すると、過去のイベントも先に表示します。"),
    examples: [
      Example(
        "omamori log follow --auditor-key auditor.key",
        HelpText("What comes from now on.", ja: "以後のイベントを表示します。"))
    ],
    exitCodes: readingCodes
  ) { declare in
    let handles = ShowHandles(&declare)
    return { arguments in try await ShowRun(arguments, handles).run(isFollowing: true) }
  }

  static let logExportCommand = Command(
    "export", HelpText("Write a log's events for other programs", ja: "ログのイベントを他のプログラム用に書き出す"),
    discussion: HelpText(
      """
      Writes the events to a new file or to standard output: JSON lines, OCSF, CEF, syslog or OTLP. Private fields stay \
      commitments. A file appears only when it is complete.
      """,
      ja: """
        イベントを JSON Lines、OCSF、CEF、syslog、OTLP のいずれかの形式で、新しいファイルまたは標準出力に書き出します。非公開フィールドは\
        コミットメントのままです。ファイルは完成した時点で初めて現れます。
        """),
    examples: [
      Example(
        "omamori log export --auditor-key auditor.key --format ocsf -o events.ocsf",
        HelpText("Write OCSF.", ja: "OCSF で書き出します。"))
    ],
    exitCodes: readingCodes
  ) { declare in
    let output = declare.option(
      "-o", "--output", value: "FILE", as: FilePath.self,
      help: HelpText("Where to write; standard output unless given.", ja: "書き込み先。省略時は標準出力です。"))
    let handles = ShowHandles(&declare, form: .jsonl)
    return { arguments in
      guard let path = try arguments[output]?.string, path != "-" else {
        return try await ShowRun(arguments, handles).run()
      }
      guard FileStatus(at: path) == nil else { throw CryptoFault.exportExists(path) }
      let file = try ExportFile(path)
      let progress = ProgressLine(on: arguments.errors, isEnabled: try !arguments[sharedOptions.quiet])
      defer { progress.finish() }
      let count = Protected(0)
      let code = try await ShowRun(arguments, handles) { bytes in
        try file.write(bytes)
        let size = count.withLock {
          $0 += bytes.count; return $0
        }
        progress.update(
          LocalizedText("Written: \(size) bytes", ja: "書き込み済み: \(size) バイト")[arguments.reportLanguage])
      }.run()
      try file.finish()
      return code
    }
  }
}

extension CryptoFault {
  /// An export never replaces a file.
  fileprivate static func exportExists(_ path: String) -> CryptoFault {
    usage(
      HelpText("\(Printable.quote(path)) exists", ja: "\(Printable.quote(path)) はすでに存在します"),
      hint: HelpText("choose another name", ja: "別の名前を指定してください"))
  }
}

/// The form in which events are shown, as it is typed.
enum LogFormatWord: String, CaseIterable, CommandLineValue {
  case text, jsonl, ocsf, cef, syslog
  case syslogCEF = "syslog-cef"
  case otlp

  /// The format as the library takes it; `nil` for text.
  var format: ExportFormat? { ExportFormat(rawValue: rawValue) }
}
