import CommandLineKit
import CommandSupport
import OmamoriAuditLog
import OmamoriCore

extension OmamoriTool {
  static let logAppendCommand = Command(
    "append", HelpText("Record events", ja: "イベントを記録する"),
    discussion: HelpText(
      """
      Records one event that the options describe, or with '-' in the place of its name those on standard input, a JSON \
      object a line: {"name": "account.closed", "category": "administration", "severity": "notice", "correlation": "r-17", \
      "fields": {"reason": "request", "user": {"private": "ann@example.org", "subject": "user-17"}, \
      "address": {"hashed": "192.0.2.7"}}}. Everybody on the machine can see the words of a command, so personal values \
      belong on standard input. When the command ends the events are on the disk. It speaks to 'omamori log agent' when one \
      runs; otherwise each call is a segment of its own.
      """,
      ja: """
        オプションで指定した 1 件のイベントを記録します。名前の代わりに '-' を指定すると、標準入力から 1 行 1 件の JSON を読み込みます: \
        {"name": "account.closed", "category": "administration", "severity": "notice", "correlation": "r-17", \
        "fields": {"reason": "request", "user": {"private": "ann@example.org", "subject": "user-17"}, \
        "address": {"hashed": "192.0.2.7"}}}。コマンドの引数はマシンの全ユーザーから見えるため、個人情報は標準入力で渡してください。\
        終了した時点で、イベントはディスクに書き込まれています。'omamori log agent' が動作していればそれを通じて記録し、なければ\
        呼び出しごとに 1 つのセグメントになります。
        """),
    examples: [
      Example(
        "omamori log append authentication.failed --field attempts=3",
        HelpText("Record one event.", ja: "イベントを 1 件記録します。")),
      Example("omamori log append - < events.jsonl", HelpText("Record many.", ja: "複数のイベントを記録します。")),
    ],
    exitCodes: [
      ExitMeaning(.success, HelpText("Everything is on the disk.", ja: "すべてディスクに書き込まれました。")),
      ExitMeaning(
        .findings,
        HelpText(
          "Everything is on the disk, and an anchor contradicts the log or is gone.",
          ja: "すべてディスクに書き込まれましたが、アンカーの記録がログと一致しないか、失われています。")),
    ]
  ) { declare in
    let handles = AppendHandles(&declare)
    return { arguments in try await AppendRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori log append`.
struct AppendHandles: Sendable {
  let name: Parameter<String>
  let category: Parameter<CategoryWord?>
  let severity: Parameter<SeverityWord?>
  let correlation: Parameter<String?>
  let fields: Parameter<[String]>
  let patience: Parameter<Double>
  let witness: WitnessOption
  let json: Parameter<Bool>
  let log: LogHandles

  init(_ declare: inout Declaration) {
    name = declare.argument(
      "NAME",
      help: HelpText(
        "What happened, such as session.expired; - for standard input.",
        ja: "イベントの名前（例: session.expired）。- は標準入力です。"))
    category = declare.option(
      "-c", "--category", value: "CATEGORY",
      help: HelpText("The part of security it is about.", ja: "イベントの分野。"))
    severity = declare.option(
      "-s", "--severity", value: "SEVERITY", help: HelpText("How much attention it needs.", ja: "重要度。"))
    correlation = declare.option(
      "--correlation", value: "TEXT",
      help: HelpText("What ties together the events of one request.", ja: "同じ要求のイベントを結び付ける文字列。"))
    fields = declare.options(
      "-f", "--field", value: "NAME=VALUE",
      help: HelpText("A public field; may be repeated.", ja: "公開フィールド。繰り返し指定できます。"))
    patience = declare.option(
      "--wait", value: "SECONDS", default: 10.0,
      help: HelpText("How long another writer may take to end.", ja: "別の書き込み処理の終了を待つ秒数。"))
    witness = WitnessOption(&declare)
    json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    log = LogHandles(&declare)
  }
}

/// One run of `omamori log append`.
struct AppendRun {
  private let arguments: Arguments
  private let handles: AppendHandles

  init(_ arguments: Arguments, _ handles: AppendHandles) {
    (self.arguments, self.handles) = (arguments, handles)
  }

  /// Records the event or events, and closes the log whatever happens.
  func run() async throws -> ExitCode {
    let seconds = try arguments[handles.patience]
    guard (0...3600).contains(seconds) else {
      throw CryptoFault.usage(
        HelpText("--wait takes 0 to 3600 seconds", ja: "--wait には 0 から 3600 までの秒数を指定してください"),
        hint: HelpText("leave it out for 10 seconds", ja: "省略すると 10 秒になります"))
    }
    let typed = try document()
    if let typed { _ = try EventDocument.event(typed) }
    var writer = LogWriterEnd.Opening(
      place: try handles.log.place(arguments), patience: .seconds(seconds),
      acceptsMissingWitness: try handles.witness.acceptsMissing(arguments))
    // The log is closed properly before an interrupted command ends.
    let closing = ClosingTime(arguments.interruption)
    defer { closing.isOver() }
    do {
      let (count, last) = try await append(typed, &writer)
      let isContradicted = try await writer.close(arguments)
      try show(count, last)
      return isContradicted ? .findings : .success
    } catch {
      // because the first error is the one to be told
      _ = try? await writer.close(arguments)
      throw error
    }
  }

  /// Looks at events before anything of them is written: all of a file, and of a pipe those that came together.
  private func append(
    _ typed: JSONValue?, _ writer: inout LogWriterEnd.Opening
  ) async throws -> (Int, UInt64?) {
    if let typed { return (1, try await writer.append([typed])) }
    try await writer.check()
    var lines = EventLines()
    if let place = EventLines.place {
      var seen = 0
      while case let batch = try await Self.next(lines, after: seen, recorded: 0), !batch.isEmpty {
        _ = try Self.documents(batch, after: seen, recorded: 0)
        seen += batch.count
      }
      lines = try EventLines.lines(from: place)
    }
    var (count, last): (Int, UInt64?) = (0, nil)
    while case let batch = try await Self.next(lines, after: count, recorded: count), !batch.isEmpty {
      last = try await writer.append(try Self.documents(batch, after: count, recorded: count))
      count += batch.count
    }
    return (count, last)
  }

  /// The next lines.
  private static func next(
    _ lines: EventLines, after count: Int, recorded: Int
  ) async throws -> [[UInt8]] {
    do { return try await lines.next() } catch let fault as CryptoFault {
      throw fault.atLine(count + 1, recorded: recorded)
    }
  }

  /// The events of lines, if all of them are events.
  private static func documents(
    _ lines: [[UInt8]], after count: Int, recorded: Int
  ) throws(CryptoFault) -> [JSONValue] {
    var documents: [JSONValue] = []
    for line in lines {
      do throws(CryptoFault) {
        documents.append(try checked(line))
      } catch {
        throw error.atLine(count + documents.count + 1, recorded: recorded)
      }
    }
    return documents
  }

  private static func checked(_ line: [UInt8]) throws(CryptoFault) -> JSONValue {
    _ = try EventDocument.event(line)
    guard let json = try? StrictJSON.parse(line) else { throw .tooLarge("-") }
    return json
  }

  private func show(_ count: Int, _ last: UInt64?) throws {
    guard try arguments[handles.json] else { return }
    var json: JSONObject = ["recorded": .integer(count)]
    if let last { json["last"] = .integer(last) }
    try arguments.output.write(JSONValue.object(json).text() + "\n")
  }

  /// What the options describe, as the document that standard input would have; `nil` when that is to be read.
  private func document() throws -> JSONValue? {
    let name = try arguments[handles.name]
    guard name != "-" else { return Optional.none }
    var object: JSONObject = ["name": .string(name)]
    if let category = try arguments[handles.category] {
      object["category"] = .string(category.commandLineWord)
    }
    if let severity = try arguments[handles.severity] { object["severity"] = .string(severity.rawValue) }
    if let correlation = try arguments[handles.correlation] { object["correlation"] = .string(correlation) }
    var fields = JSONObject()
    for word in try arguments[handles.fields] {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw CryptoFault.usage(
          HelpText("--field takes a name and a value", ja: "--field には名前と値を指定してください"),
          hint: HelpText("such as --field attempts=3", ja: "例: --field attempts=3"))
      }
      let (name, text) = (String(parts[0]), String(parts[1]))
      fields[name] =
        switch text {
        case "true": true
        case "false": false
        default: Int64(text).flatMap { String($0) == text ? .integer($0) : nil } ?? .string(text)
        }
    }
    if !fields.isEmpty { object["fields"] = .object(fields) }
    return .object(object)
  }
}

extension CryptoFault {
  /// The same, with the number of the line that it is about.
  fileprivate func atLine(_ number: Int, recorded: Int) -> CryptoFault {
    CryptoFault(
      exitCode,
      HelpText("event \(number): \(message.english)", ja: "\(number) 件目のイベント: \(message.japanese)"),
      hint: HelpText(
        "events recorded before it: \(recorded); 'omamori log append --help' shows the form",
        ja: "これより前に記録されたイベントは \(recorded) 件です。形式は 'omamori log append --help' で確認できます"))
  }
}
