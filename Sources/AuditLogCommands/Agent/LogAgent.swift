import CommandLineKit
import CommandSupport
import OmamoriAuditLog
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile

/// Holds a log open and records what other programs of the same user send to it.
///
/// It listens at a socket that nobody but the user can reach and asks the kernel who is at the other end. Events that come
/// at the same time reach the disk together. Safe to use from any thread; all waiting happens on threads of its own.
final class LogAgent: Sendable {
  /// The most clients at a time; more wait.
  private static let greatestClients = 64
  /// How long a client may be silent.
  private static let patience = Duration.seconds(60)

  private struct State {
    var clients: [ObjectIdentifier: AgentConnection] = [:]
    var isStopped = false
  }

  private let log: AuditLog
  private let listener: AgentListener
  private let arguments: Arguments
  /// What was said of the anchors.
  private let told = Protected<[AnchorFault?]>([])
  private let state = Protected(State())

  init(serving log: AuditLog, at listener: AgentListener, _ arguments: Arguments) {
    (self.log, self.listener, self.arguments) = (log, listener, arguments)
  }

  /// Serves until the task is cancelled, and hands events on to a collector if one is given.
  ///
  /// - Throws: `AuditLogError` when it cannot be read how far the log was handed on; nothing was served then.
  func run(delivering collector: CollectorOptions.Collector?) async throws {
    // What is known of them now was said when the log was opened.
    let faults = await log.anchorFaults
    told.withLock { $0 = faults }
    guard let collector else { return await serve() }
    let delivery = try await log.delivery(
      to: ReportedDelivery(collector, arguments), as: collector.format, from: LogOpening.source)
    // What fails is reported and tried again; the log goes on without its collector.
    let task = Task { _ = try? await delivery.run() }
    await serve()
    // Events of the last moments stay in the log, from which they are sent the next time.
    task.cancel()
    await task.value
  }

  /// Serves until the task is cancelled; requests that were begun are finished.
  private func serve() async {
    let (clients, arrivals) = AsyncStream<AgentConnection>.makeStream()
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        group.addTask { await self.accept(arrivals) }
        for await client in clients {
          group.addTask {
            await self.serve(client)
            self.leave(client)
          }
        }
      }
    } onCancel: {
      stop()
    }
    listener.end()
  }

  private func stop() {
    let clients = state.withLock { state in
      state.isStopped = true
      return Array(state.clients.values)
    }
    for client in clients { client.end() }
    listener.wake()
  }

  private func accept(_ arrivals: AsyncStream<AgentConnection>.Continuation) async {
    // because there is nobody to tell that no thread could be had; the agent then ends
    try? await WatchingThread.run {
      while true {
        let (isStopped, count) = self.state.withLock { ($0.isStopped, $0.clients.count) }
        if isStopped { return }
        guard let client = self.listener.next(isFull: count >= Self.greatestClients) else { continue }
        guard self.enter(client) else { return }
        arrivals.yield(client)
      }
    }
    arrivals.finish()
  }

  private func enter(_ client: AgentConnection) -> Bool {
    state.withLock { state in
      guard !state.isStopped else { return false }
      state.clients[ObjectIdentifier(client)] = client
      return true
    }
  }

  private func leave(_ client: AgentConnection) {
    client.end()
    state.withLock { _ = $0.clients.removeValue(forKey: ObjectIdentifier(client)) }
    listener.wake()
  }

  /// Answers the requests of a client until it is gone, silent or says what is no message.
  private func serve(_ client: AgentConnection) async {
    while let request = await Self.receive(client) {
      let answer = LogMessage.bytes(await self.answer(to: request))
      do {
        try await WatchingThread.run { try client.send(answer.copy()) }
      } catch {
        return
      }
    }
  }

  private static func receive(_ client: AgentConnection) async -> JSONValue? {
    // because a client that cannot be understood only loses its connection
    let message = try? await WatchingThread.run { try client.receive(patience: patience) }
    return (message ?? nil).flatMap(LogMessage.value)
  }

  private func answer(to request: JSONValue) async -> JSONValue {
    do {
      switch request["request"]?.stringValue {
      case "append":
        guard let documents = request["events"]?.arrayValue, documents.count <= LogMessage.greatestCount
        else {
          throw CryptoFault.unknownRequest
        }
        var events: [AuditEvent] = []
        for document in documents { events.append(try EventDocument.event(document)) }
        let log = log
        // What was begun is finished when the agent is told to end, so that the client gets an answer.
        let last = try await Task { try await log.append(events) }.value
        var answer: JSONObject = ["anchors": .array(await tellAnchors().map { .string($0.word) })]
        if let last { answer["last"] = .integer(last) }
        return .object(answer)
      case "checkpoint":
        let checkpoint = try await log.checkpoint()
        await tellAnchors()
        return ["note": .string(String(decoding: checkpoint.note, as: UTF8.self))]
      default: throw CryptoFault.unknownRequest
      }
    } catch {
      return LogMessage.failure(error)
    }
  }
}

extension LogAgent {
  /// Warns of what the anchors did not take since the last time.
  ///
  /// - Returns: All that they did not take.
  @discardableResult
  private func tellAnchors() async -> [AnchorFault] {
    let faults = await log.anchorFaults
    let news = told.withLock { told in
      defer { told = faults }
      return faults.indices.filter { !told.indices.contains($0) || told[$0] != faults[$0] }
    }
    for fault in news.compactMap({ faults[$0] }) {
      let error = AuditLogError.anchor(fault)
      arguments.warn(error.message, hint: error.advice)
    }
    return faults.compactMap(\.self)
  }
}

extension AnchorFault {
  /// The faults by their words in messages.
  static let words: [String: AnchorFault] = [
    "unreachable": .unreachable, "rolled-back": .rolledBack, "mismatch": .mismatch, "missing": .missing,
  ]

  /// The word in messages.
  var word: String { Self.words.first { $0.value == self }?.key ?? "unreachable" }
}

extension CryptoFault {
  /// A request that this version does not know.
  fileprivate static let unknownRequest = usage(
    HelpText("the agent does not know this request", ja: "エージェントが対応していない要求です"),
    hint: HelpText("use the same version of the tool on both sides", ja: "双方で同じバージョンのツールを使用してください"))
}
