import CommandLineKit
import CommandSupport
import OmamoriAuditLog
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import PolicyCommands

/// The options that name the collector of a log and say how it is trusted.
struct CollectorOptions: Sendable {
  private static let greatestToken = 16 << 10

  private let https: Parameter<String?>
  private let otlp: Parameter<String?>
  private let syslog: Parameter<ServerAddress?>
  private let form: Parameter<LogFormatWord?>
  private let anchors: Parameter<FilePath?>
  private let pins: Parameter<FilePath?>
  private let token: Parameter<FilePath?>
  private let acceptsEnd: Parameter<Bool>

  init(_ declare: inout Declaration) {
    https = declare.option(
      "--https", value: "URL",
      help: HelpText("A collector that takes batches by POST.", ja: "POST で受け取る収集サーバー。"))
    otlp = declare.option(
      "--otlp", value: "URL",
      help: HelpText("A collector of OpenTelemetry, .../v1/logs.", ja: "OpenTelemetry の収集サーバー（…/v1/logs）。"))
    syslog = declare.option(
      "--syslog", value: "HOST[:PORT]",
      help: HelpText(
        "A syslog server over TLS; port 6514 unless given.", ja: "TLS の syslog サーバー。ポートの既定は 6514 です。"))
    form = declare.option(
      "--format", value: "FORMAT",
      help: HelpText(
        "The form of events that are still in memory.", ja: "まだメモリ上にあるイベントの形式。"))
    anchors = declare.option(
      "--ca", value: "FILE",
      help: HelpText(
        "Trust the root certificates in this file (PEM or DER), too.", ja: "このファイル（PEM または DER）のルート証明書も信頼します。"
      ))
    pins = declare.option(
      "--pins", value: "FILE",
      help: HelpText("Accept only the keys in this pin file.", ja: "このピンファイルの鍵だけを受け入れます。"))
    token = declare.option(
      "--token-file", value: "FILE",
      help: HelpText(
        "A bearer token for the collector; - for standard input.", ja: "収集サーバー用のベアラートークン。- は標準入力です。"))
    acceptsEnd = declare.flag(
      "--syslog-without-goodbye",
      help: HelpText(
        "Count messages as delivered also when the server ends the connection without TLS's goodbye.",
        ja: "サーバーが TLS の終了通知なしで接続を閉じた場合も、送信済みとみなします。"))
  }

  /// The way to a collector, and the form of what goes there.
  struct Collector: Sendable {
    let delivery: any Delivery
    let format: ExportFormat
    /// Whether it takes entries that only the auditor reads.
    let takesSealed: Bool
    /// Says why a collector is not trusted, by connecting once more; `nil` when nothing more is known.
    var whyRefused: @Sendable () async -> CryptoFault? = { nil }
  }

  /// The collector that was named; `nil` for none.
  ///
  /// - Throws: ``CryptoFault`` for options that do not fit together.
  func collector(_ arguments: Arguments) throws -> Collector? {
    let (https, otlp, syslog) = (try arguments[https], try arguments[otlp], try arguments[syslog])
    let count = (https == nil ? 0 : 1) + (otlp == nil ? 0 : 1) + (syslog == nil ? 0 : 1)
    guard count <= 1 else {
      throw CryptoFault.usage(
        HelpText("a log has one collector", ja: "指定できる収集サーバーは 1 つだけです"),
        hint: HelpText(
          "give one of --https, --otlp and --syslog", ja: "--https、--otlp、--syslog のいずれか 1 つを指定してください"))
    }
    if let syslog { return try self.syslog(syslog, arguments) }
    guard let text = https ?? otlp else { return nil }
    let url: RequestURL
    do throws(TransportError) {
      url = try RequestURL(text)
    } catch {
      throw CryptoFault(error, about: text)
    }
    let session = SecureSession(policy: try policy(for: ServerAddress(url.host, port: url.port), arguments))
    let credential = try credential(arguments)
    if https == nil {
      _ = try format(.openTelemetry, among: [.openTelemetry], arguments)
      return Collector(
        delivery: OTLPDelivery(to: url, over: session, credential: credential), format: .openTelemetry,
        takesSealed: false
      ) { await Self.refusal(of: url, over: session) }
    }
    let format = try format(.jsonLines, among: ExportFormat.allCases, arguments)
    return Collector(
      delivery: HTTPSDelivery(to: url, over: session, credential: credential), format: format,
      takesSealed: true
    ) { await Self.refusal(of: url, over: session) }
  }

  /// Why the server at a URL is refused; it is sent nothing then, and a request without a body or credential otherwise.
  private static func refusal(of url: RequestURL, over session: SecureSession) async -> CryptoFault? {
    do throws(TransportError) {
      _ = try await session.response(to: try HTTPRequest(.head, url, expecting: .anything))
      return nil
    } catch {
      let server = ServerAddress(url.host, port: url.port)
      let fault = CryptoFault(error, about: server.commandLineWord)
      return DeliveryProblem(error) == .untrusted
        ? CryptoFault(.failure, fault.message, hint: fault.hint) : nil
    }
  }

  private func syslog(_ server: ServerAddress, _ arguments: Arguments) throws -> Collector {
    guard try arguments[token] == nil else {
      throw CryptoFault.usage(
        HelpText("syslog has no tokens", ja: "syslog ではトークンを使用できません"),
        hint: HelpText("leave out --token-file", ja: "--token-file を外してください"))
    }
    // The port of HTTPS stands for none that was typed.
    let port = server.port == 443 ? SyslogDelivery.standardPort : server.port
    let format = try format(.syslog, among: [.syslog, .syslogCEF], arguments)
    let policy = try policy(for: ServerAddress(server.host, port: port), arguments)
    let confirmation: SyslogConfirmation = try arguments[acceptsEnd] ? .connectionEnd : .goodbye
    return Collector(
      delivery: try SyslogDelivery(to: server.host, port: port, policy: policy, confirmation: confirmation),
      format: format, takesSealed: false)
  }

  private func format(
    _ standard: ExportFormat, among known: [ExportFormat], _ arguments: Arguments
  ) throws -> ExportFormat {
    guard let word = try arguments[form] else { return standard }
    guard let format = word.format, known.contains(format) else {
      let names = known.map(\.rawValue).joined(separator: ", ")
      throw CryptoFault.usage(
        HelpText(
          "this collector does not take '\(word.rawValue)'", ja: "この収集サーバーは '\(word.rawValue)' に対応していません"),
        hint: HelpText("it takes \(names)", ja: "対応する形式: \(names)"))
    }
    return format
  }

  private func credential(_ arguments: Arguments) throws -> CollectorCredential {
    guard let path = try arguments[token]?.string else { return .none }
    arguments.warnIfOthersCanRead(path)
    let text = try SecretInput.read(path, limit: Self.greatestToken)
    return .bearer(SharedSecretBytes(text.withoutLineFeed()))
  }

  private func policy(for server: ServerAddress, _ arguments: Arguments) throws -> TransportPolicy {
    let authorities = try arguments[anchors].map { try SmallFile.read($0.string, limit: 256 << 10) }
    let pinned = try arguments[pins].map {
      try PinTargets(try PinFile($0.string, as: nil, host: server.host), [server])
    }
    guard pinned?.unpinned.isEmpty ?? true else { throw CryptoFault.noPinsForCollector }
    do throws(TransportError) {
      var rules: [HostRule] = []
      for (server, pins) in pinned?.pinned ?? [] {
        rules.append(HostRule(try HostPattern(server.host, subdomains: .excluded), pins: pins))
      }
      return try TransportPolicy(
        minimumVersion: .tls12, rules: rules, anchors: try authorities.map(Self.anchors) ?? .system)
    } catch {
      throw CryptoFault(error, about: server.commandLineWord)
    }
  }

  private static func anchors(_ bytes: [UInt8]) throws(TransportError) -> TrustAnchors {
    try TrustAnchors.systemAnd(in: bytes)
  }
}

extension SecretBytes {
  /// The bytes without the line feed that editors put at the end of a file.
  fileprivate func withoutLineFeed() -> SecretBytes {
    guard count > 0 else { return SecretBytes(copying: bytes) }
    // because the index lies within the bytes
    let last = unsafe bytes.unsafeLoad(fromByteOffset: count - 1, as: UInt8.self)
    return SecretBytes(copying: bytes.extracting(0..<(last == 0x0A ? count - 1 : count)))
  }
}

extension CryptoFault {
  /// The pin file says nothing about the collector.
  fileprivate static let noPinsForCollector = usage(
    HelpText("the pin file does not name the collector", ja: "ピンファイルに収集サーバーの記載がありません"),
    hint: HelpText("add its pins, or leave out --pins", ja: "ピンを追加するか、--pins を外してください"))
}
