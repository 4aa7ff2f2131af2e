import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import PolicyCommands

/// The options of commands that ask servers.
struct ProbeOptions: Sendable {
  private let anchors: Parameter<FilePath?>
  private let isOnlyAnchors: Parameter<Bool>
  private let timeout: Parameter<Double>
  private let jobs: Parameter<Int>
  private let connect: Parameter<ServerAddress?>

  init(_ declare: inout Declaration) {
    anchors = declare.option(
      "--anchors", value: "FILE",
      help: HelpText(
        "Trust the root certificates in this file (PEM or DER), too.", ja: "このファイル（PEM または DER）のルート証明書も信頼します。"
      ))
    isOnlyAnchors = declare.flag(
      "--only-anchors",
      help: HelpText("Trust no roots but those of --anchors.", ja: "--anchors のルート証明書だけを信頼します。"))
    timeout = declare.option(
      "--timeout", value: "SECONDS", default: 30.0,
      help: HelpText("How long one server may take.", ja: "1 サーバーあたりの制限時間。"))
    jobs = declare.option(
      "-j", "--jobs", value: "N", default: 16,
      help: HelpText("How many servers are asked at once.", ja: "同時に調べるサーバーの数。"))
    connect = declare.option(
      "--connect", value: "HOST[:PORT]",
      help: HelpText(
        "Connect here, whatever the name says: for a server that is not public yet.",
        ja: "名前に関係なくここに接続します（公開前のサーバー用）。"))
  }

  /// What became of one server.
  typealias Examined = (server: ServerAddress, result: Result<ServerFacts, TransportError>)

  /// Asks servers, several at once, and shows how far it has come.
  ///
  /// - Parameters:
  ///   - servers: The servers; one that comes twice is asked once.
  ///   - pins: The pins of servers that have some, by which one of several trusted chains is chosen.
  ///   - arguments: What was typed.
  /// - Returns: What became of each, in their order.
  /// - Throws: ``CryptoFault``, `CancellationError`.
  func examine(
    _ servers: [ServerAddress], pins: [ServerAddress: PinSet] = [:], _ arguments: Arguments
  ) async throws -> [Examined] {
    var seen: Set<ServerAddress> = []
    let servers = servers.filter { seen.insert($0).inserted }
    let probe = try probe(arguments)
    let jobs = try arguments[jobs]
    guard (1...ServerProbe.greatestConcurrency).contains(jobs) else {
      throw CryptoFault.usage(
        HelpText(
          "--jobs takes 1 to \(ServerProbe.greatestConcurrency)",
          ja: "--jobs には 1 から \(ServerProbe.greatestConcurrency) までを指定してください"),
        hint: HelpText("leave it out for 16", ja: "省略すると 16 になります"))
    }
    let place = try arguments[connect]
    let progress = ProgressLine(on: arguments.errors, isEnabled: try !arguments[sharedOptions.quiet])
    defer { progress.finish() }
    let language = arguments.reportLanguage
    let count = servers.count
    let done = Protected(0)
    // The line appears although nobody has answered yet.
    let ticker = Task {
      while !Task.isCancelled {
        let text = LocalizedText(
          "Asked \(done.current) of \(count) servers…", ja: "\(count) 台中 \(done.current) 台を調べました…")
        progress.update(text[language])
        try? await Task.sleep(for: .milliseconds(250))
      }
    }
    defer { ticker.cancel() }
    let results = await withTaskGroup(
      of: (Int, Result<ServerFacts, TransportError>).self,
      returning: [Int: Result<ServerFacts, TransportError>].self
    ) { group in
      var results: [Int: Result<ServerFacts, TransportError>] = [:]
      var next = servers.indices.makeIterator()
      func addNext() {
        guard let index = next.next() else { return }
        let target = Self.target(servers[index], at: place, pins: pins[servers[index]])
        group.addTask { (index, await Self.result(of: target, probe)) }
      }
      for _ in 0..<jobs { addNext() }
      for await (index, result) in group {
        results[index] = result
        done.withLock { $0 += 1 }
        addNext()
      }
      return results
    }
    try Task.checkCancellation()
    return servers.enumerated().map { ($0.element, results[$0.offset] ?? .failure(.cancelled)) }
  }

  private static func target(
    _ server: ServerAddress, at place: ServerAddress?, pins: PinSet?
  ) -> ServerTarget {
    // A port that was typed for the place is where to connect.
    ServerTarget(
      server.host, port: place.map { $0.port == 443 ? server.port : $0.port } ?? server.port, at: place?.host,
      pins: pins)
  }

  private static func result(
    of target: ServerTarget, _ probe: ServerProbe
  ) async -> Result<ServerFacts, TransportError> {
    do throws(TransportError) {
      return .success(try await probe.examine(target))
    } catch {
      return .failure(error)
    }
  }

  private func probe(_ arguments: Arguments) throws -> ServerProbe {
    let seconds = try arguments[timeout]
    guard (0.1...3600).contains(seconds) else {
      throw CryptoFault.usage(
        HelpText("--timeout takes 0.1 to 3600 seconds", ja: "--timeout には 0.1 から 3600 までの秒数を指定してください"),
        hint: HelpText("leave it out for 30 seconds", ja: "省略すると 30 秒になります"))
    }
    return try ServerProbe(
      anchors: try trusted(arguments), handshakeTimeout: .seconds(min(8, seconds)), timeout: .seconds(seconds)
    )
  }

  private func trusted(_ arguments: Arguments) throws -> TrustAnchors {
    let isOnly = try arguments[isOnlyAnchors]
    guard let path = try arguments[anchors]?.string else {
      guard !isOnly else {
        throw CryptoFault.usage(
          HelpText("--only-anchors needs --anchors", ja: "--only-anchors には --anchors が必要です"),
          hint: HelpText("add --anchors FILE", ja: "--anchors FILE を指定してください"))
      }
      return .system
    }
    let bytes = try SmallFile.read(path, limit: TrustAnchors.greatestBundleSize)
    do throws(TransportError) {
      return isOnly ? try .only(in: bytes) : try .systemAnd(in: bytes)
    } catch {
      throw CryptoFault(
        error, about: path,
        hint: HelpText(
          "give root certificates in PEM, or one in DER", ja: "PEM 形式（複数可）または DER 形式のルート証明書を指定してください"))
    }
  }
}
