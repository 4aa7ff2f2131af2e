import CommandLineKit
import CommandSupport
import OmamoriAuditLog
import OmamoriCore
import OmamoriCrypto

/// The parameters of the commands that read a log.
struct ShowHandles: Sendable {
  let reader: ReaderOptions
  let form: Parameter<LogFormatWord>
  let json: Parameter<Bool>
  let first: Parameter<Int?>
  let last: Parameter<Int?>
  let reveals: Parameter<Bool>
  let application: Parameter<String>

  init(_ declare: inout Declaration, form standard: LogFormatWord = .text) {
    form = declare.option(
      "--format", value: "FORMAT", default: standard,
      help: HelpText("The form of the events.", ja: "イベントの出力形式。"))
    json = declare.flag(
      "--json", help: HelpText("The same as --format jsonl.", ja: "--format jsonl と同じです。"))
    first = declare.option(
      "--from", value: "ENTRY", help: HelpText("Begin with this entry.", ja: "この項目から出力します。"))
    last = declare.option(
      "-n", "--last", value: "COUNT", help: HelpText("The last events only.", ja: "最後のイベントだけを出力します。"))
    reveals = declare.flag(
      "--reveal",
      help: HelpText(
        "Show private fields, in text only, unless they were erased.", ja: "消去されていない非公開フィールドも表示します（text のみ）。")
    )
    application = declare.option(
      "--application", value: "NAME", default: "omamori",
      help: HelpText("Who wrote the log, for formats that say it.", ja: "ログを書いたアプリの名前（形式によっては出力に含まれます）。"))
    reader = ReaderOptions(&declare)
  }
}

/// One run of a command that reads a log.
struct ShowRun {
  private let arguments: Arguments
  private let handles: ShowHandles
  private let first: UInt64
  private let last: Int?
  /// Where the events go.
  private let write: ([UInt8]) throws -> Void

  init(
    _ arguments: Arguments, _ handles: ShowHandles, write: (([UInt8]) throws -> Void)? = nil
  ) throws {
    (self.arguments, self.handles) = (arguments, handles)
    self.write = write ?? { try arguments.output.write(bytes: $0) }
    let (from, last) = (try arguments[handles.first] ?? 0, try arguments[handles.last])
    guard from >= 0, last ?? 0 >= 0 else {
      throw CryptoFault.usage(
        HelpText("--from and --last take numbers from 0", ja: "--from と --last には 0 以上の数を指定してください"),
        hint: HelpText("leave them out for everything", ja: "省略するとすべて出力します"))
    }
    (first, self.last) = (UInt64(from), last)
  }

  /// Writes the events that are there, and with `isFollowing` those that come until control-C.
  func run(isFollowing: Bool = false) async throws -> ExitCode {
    let key = try handles.reader.key(arguments)
    let identity = try await handles.reader.reader(arguments)
    let place = try handles.reader.log.place(arguments)
    let shown = try shown(key, identity, place)
    var entries = LogEntries(
      try LogReader(LogFolder(path: place.folder), key: key, identity: identity))
    var waiting: [LogEntry] = []
    // Who follows sees what comes, unless some of the past is asked for.
    let limit = last ?? (isFollowing && first == 0 ? 0 : nil)
    var isCaughtUp = false
    while true {
      let (found, isAtEnd) = try await entries.next()
      let wanted = found.filter { $0.sequence >= first }
      if let limit, !isCaughtUp {
        waiting = Array((waiting + wanted).suffix(limit))
        if isAtEnd { try show(waiting, shown) }
      } else {
        try show(wanted, shown)
      }
      guard isAtEnd else { continue }
      guard isFollowing else { return .success }
      isCaughtUp = true
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  private func show(_ entries: [LogEntry], _ shown: ShownEvent) throws {
    var bytes: [UInt8] = []
    for entry in entries { bytes += try shown.bytes(of: entry) }
    if !bytes.isEmpty { try write(bytes) }
  }

  private func shown(_ key: LogKey, _ identity: AuditorIdentity, _ place: LogPlace) throws -> ShownEvent {
    let form = try arguments[handles.json] ? .jsonl : try arguments[handles.form]
    var fields: PrivateFieldReader?
    if try arguments[handles.reveals] {
      guard form == .text else {
        throw CryptoFault.usage(
          HelpText("--reveal shows private fields in text only", ja: "--reveal は text 形式でのみ使用できます"),
          hint: HelpText("leave out --format and --json", ja: "--format と --json を外してください"))
      }
      fields = try PrivateFieldReader(folder: place.folder, for: try Self.agreementKey(identity))
    }
    return ShownEvent(
      form, arguments.reportLanguage, arguments.output, of: key,
      application: try arguments[handles.application], fields: fields)
  }

  private static func agreementKey(
    _ identity: AuditorIdentity
  ) throws -> Curve25519.KeyAgreement.PrivateKey {
    let secret = identity.exportRawRepresentation()
    return try secret.withBytes { bytes in
      // because the buffer stays inside the closure
      try unsafe bytes.withUnsafeBytes {
        try unsafe Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0)
      }
    }
  }
}
