import CommandLineKit
import CommandSupport
import KeychainCommands
import OmamoriAuditLog
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile

/// A connection to the agent of a log, at the side of the client.
final class LogAgentCall: Sendable {
  private static let patience = Duration.seconds(60)
  private let connection: AgentConnection
  /// What the anchors of the log did not take, as far as the agent has said.
  private let faults = Protected<[AnchorFault]>([])

  /// Connects to the agent of a log; `nil` when none runs.
  ///
  /// - Throws: `KeychainError` when somebody else listens there, ``CryptoFault`` when it has too many clients.
  init?(_ place: LogPlace) async throws {
    let socket = place.socket
    do {
      connection = try await WatchingThread.run { try AgentConnection(to: socket) }
    } catch let error as KeychainError where error == .unavailable(.agent) {
      return nil
    } catch let error as KeychainError where error == .busy {
      throw CryptoFault.agentOfLogIsBusy
    }
  }

  /// Has events recorded.
  ///
  /// - Returns: The place of the last one.
  /// - Throws: ``CryptoFault`` with what the agent answered.
  func append(_ documents: [JSONValue]) async throws -> UInt64? {
    var last: UInt64?
    for batch in LogMessage.batches(documents) {
      let answer = try await ask(["request": "append", "events": .array(batch)])
      last = answer["last"]?.numberValue?.integer(as: UInt64.self)
      let words = (answer["anchors"]?.arrayValue ?? []).compactMap(\.stringValue)
      faults.withLock { $0 = words.compactMap { AnchorFault.words[$0] } }
    }
    return last
  }

  /// Says what the anchors of the log did not take.
  ///
  /// - Returns: Whether one contradicts the log, or is gone.
  func tellAnchors(_ arguments: Arguments) -> Bool { LogOpening.tell(faults.current, arguments) }

  /// Has a checkpoint signed and given to the anchors.
  ///
  /// - Returns: The note.
  /// - Throws: ``CryptoFault`` with what the agent answered.
  func checkpoint() async throws -> [UInt8] {
    let answer = try await ask(["request": "checkpoint"])
    guard let note = answer["note"]?.stringValue else { throw CryptoFault.agentGone }
    return Array(note.utf8)
  }

  private func ask(_ request: JSONValue) async throws -> JSONValue {
    let connection = connection
    let message = LogMessage.bytes(request)
    let answer = try await WatchingThread.run {
      do throws(KeychainError) {
        try connection.send(message.copy())
        return try connection.receive(patience: Self.patience)
      } catch {
        throw CryptoFault.agentGone
      }
    }
    guard let answer, let json = LogMessage.value(answer) else { throw CryptoFault.agentGone }
    if let fault = LogMessage.fault(json) { throw fault }
    return json
  }
}

extension CryptoFault {
  /// The agent serves as many clients as it can.
  fileprivate static let agentOfLogIsBusy = CryptoFault(
    .failure, HelpText("the agent of the log is busy", ja: "ログのエージェントが混雑しています"),
    hint: HelpText("try again; nothing was recorded", ja: "再試行してください。何も記録されていません"))

  /// The agent does not answer.
  static let agentGone = CryptoFault(
    .failure, HelpText("the agent of the log does not answer", ja: "ログのエージェントが応答しません"),
    hint: HelpText(
      "look at what it said; nothing is certain about the events of this call",
      ja: "エージェントの出力を確認してください。この呼び出しのイベントが記録されたかどうかは不明です"))
}

/// What the agent of a log and its clients say to each other: JSON in memory that is wiped.
enum LogMessage {
  /// The most events of one request.
  static let greatestCount = 4096
  private static let greatestBatch = 1 << 20

  /// A message's bytes.
  static func bytes(_ value: JSONValue) -> SharedSecretBytes {
    let bytes = value.utf8()
    return SharedSecretBytes(
      SecretBytes(count: bytes.count) { target in
        // because the buffers stay inside the closure, and both have the same size
        unsafe target.withUnsafeMutableBytes { target in unsafe target.copyBytes(from: bytes) }
      })
  }

  /// The value of a message; `nil` for one that is none.
  static func value(_ message: SharedSecretBytes) -> JSONValue? {
    // because the buffer stays inside the closure
    let bytes = message.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
    let limits = JSONLimits(depth: 6, size: AgentConnection.greatestMessage, values: 1 << 20)
    return try? StrictJSON.parse(bytes, limits: limits)
  }

  /// The events in parts that fit into a message each.
  static func batches(_ documents: [JSONValue]) -> [[JSONValue]] {
    var (batches, batch, size): ([[JSONValue]], [JSONValue], Int) = ([], [], 0)
    for document in documents {
      let count = document.utf8().count
      if !batch.isEmpty, size + count > greatestBatch || batch.count == greatestCount {
        batches.append(batch)
        (batch, size) = ([], 0)
      }
      batch.append(document)
      size += count
    }
    return batch.isEmpty ? batches : batches + [batch]
  }

  /// The answer that tells of a failure.
  static func failure(_ error: any Error) -> JSONValue {
    let known = error as? any ExitCodeProviding
    let message = known?.message ?? HelpText("the agent failed", ja: "エージェントで問題が発生しました")
    var object: JSONObject = [
      "exit": .integer((known?.exitCode ?? .failure).rawValue), "en": .string(message.english),
      "ja": .string(message.japanese),
    ]
    if let hint = known?.hint {
      object["hint-en"] = .string(hint.english)
      object["hint-ja"] = .string(hint.japanese)
    }
    return ["failure": .object(object)]
  }

  /// The failure that an answer tells of.
  static func fault(_ answer: JSONValue) -> CryptoFault? {
    guard let failure = answer["failure"] else { return nil }
    let code = failure["exit"]?.numberValue?.integer(as: Int32.self) ?? ExitCode.failure.rawValue
    return CryptoFault(
      ExitCode(rawValue: code),
      HelpText(failure["en"]?.stringValue ?? "", ja: failure["ja"]?.stringValue ?? ""),
      hint: failure["hint-en"]?.stringValue.map { HelpText($0, ja: failure["hint-ja"]?.stringValue ?? $0) })
  }
}
