import CommandLineKit
import CommandSupport
import OmamoriAuditLog
import OmamoriCore
import OmamoriKeychain

/// Where a command's events go: to the agent of the log, or into a segment of their own.
enum LogWriterEnd: Sendable {
  case agent(LogAgentCall)
  case log(AuditLog)

  /// Finds the agent of a log, or opens the log.
  ///
  /// - Parameters:
  ///   - place: The log.
  ///   - patience: How long another writer may take to end.
  ///   - acceptsMissingWitness: Whether a witness that is gone is replaced by a new one, which an agent does not do later.
  /// - Returns: Where events go.
  /// - Throws: ``CryptoFault``, `AuditLogError`, `KeychainError`, `CancellationError`.
  static func open(
    _ place: LogPlace, patience: Duration, acceptsMissingWitness: Bool = false
  ) async throws -> LogWriterEnd {
    if let agent = try await LogAgentCall(place) {
      if acceptsMissingWitness { throw CryptoFault.agentHoldsWitness }
      return .agent(agent)
    }
    do {
      return .log(
        try await LogOpening.open(place, patience: patience, acceptsMissingWitness: acceptsMissingWitness))
    } catch let error as AuditLogError where error == .storage(.inUse) {
      // An agent may have come up in between.
      guard !acceptsMissingWitness, let agent = try await LogAgentCall(place) else { throw error }
      return .agent(agent)
    }
  }

  /// The end of a command that opens it with the first events, so that a command without any leaves nothing behind.
  struct Opening {
    private let place: LogPlace
    private let patience: Duration
    private let acceptsMissingWitness: Bool
    private var end: LogWriterEnd?

    init(place: LogPlace, patience: Duration, acceptsMissingWitness: Bool) {
      (self.place, self.patience) = (place, patience)
      self.acceptsMissingWitness = acceptsMissingWitness
    }

    /// Makes sure that there is a log, before anybody waits for events.
    func check() async throws {
      if try await LogAgentCall(place) == nil { _ = try LogSetup(of: place) }
    }

    /// Opens the log unless it is open, and records events.
    ///
    /// - Returns: The place of the last one.
    mutating func append(_ documents: [JSONValue]) async throws -> UInt64? {
      let end: LogWriterEnd
      if let known = self.end {
        end = known
      } else {
        end = try await .open(
          place, patience: patience, acceptsMissingWitness: acceptsMissingWitness)
        self.end = end
      }
      return try await end.append(documents)
    }

    /// Closes what was opened, and says what its anchors did not take.
    ///
    /// - Returns: Whether an anchor contradicts the log, or is gone.
    func close(_ arguments: Arguments) async throws -> Bool { try await end?.close(arguments) ?? false }
  }

  /// Records events and waits until all of them are durable.
  ///
  /// - Parameter documents: The events as JSON, which were looked at.
  /// - Returns: The place of the last one.
  /// - Throws: ``CryptoFault``, `AuditLogError`, `KeychainError`.
  func append(_ documents: [JSONValue]) async throws -> UInt64? {
    switch self {
    case .agent(let agent): return try await agent.append(documents)
    case .log(let log):
      var events: [AuditEvent] = []
      for document in documents { events.append(try EventDocument.event(document)) }
      return try await log.append(events)
    }
  }

  /// Closes a log that was opened, and says, also for an agent, what its anchors did not take.
  ///
  /// - Returns: Whether an anchor contradicts the log, or is gone.
  func close(_ arguments: Arguments) async throws -> Bool {
    switch self {
    case .agent(let agent): return agent.tellAnchors(arguments)
    case .log(let log):
      try await log.close()
      return try await LogOpening.tellAnchors(of: log, arguments)
    }
  }
}

extension CryptoFault {
  /// The witness is looked at when the log is opened.
  fileprivate static let agentHoldsWitness = usage(
    HelpText("an agent holds the log and its witness", ja: "ログと証人ファイルはエージェントが使用中です"),
    hint: HelpText(
      "end the agent, and give --accept-missing-witness to 'omamori log agent' when you start it again",
      ja: "エージェントを終了し、再起動するときに 'omamori log agent' へ --accept-missing-witness を指定してください"))
}
