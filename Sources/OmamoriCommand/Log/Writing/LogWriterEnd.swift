#if !canImport(Darwin)
import CommandLineKit
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
  /// - Returns: Where events go.
  /// - Throws: ``CryptoFault``, `AuditLogError`, `KeychainError`, `CancellationError`.
  static func open(_ place: LogPlace, patience: Duration) async throws -> LogWriterEnd {
    if let agent = try await LogAgentCall(place) { return .agent(agent) }
    do {
      return .log(try await LogOpening.open(place, patience: patience))
    } catch let error as AuditLogError where error == .storage(.inUse) {
      // An agent may have come up in between.
      guard let agent = try await LogAgentCall(place) else { throw error }
      return .agent(agent)
    }
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

  /// Closes a log that was opened, and says what its anchors did not take.
  ///
  /// - Returns: Whether an anchor contradicts the log.
  func close(_ arguments: Arguments) async throws -> Bool {
    guard case .log(let log) = self else { return false }
    try await log.close()
    return try await LogOpening.tellAnchors(of: log, arguments)
  }
}
#endif
