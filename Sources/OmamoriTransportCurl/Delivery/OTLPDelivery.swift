public import OmamoriCore
public import OmamoriTransport

/// Hands records on to a collector of OpenTelemetry (OTLP over HTTP with JSON, path `/v1/logs`).
///
/// Each record is a whole document `{"resourceLogs":[…]}`; a batch becomes one document. A success that leaves out records
/// (`partialSuccess`) counts as a rejected batch, since the collector does not say which; those that it took arrive again
/// when the rest is tried one by one, with the same number. Answers are read up to 64 KiB.
///
/// Safe to use from any thread.
public struct OTLPDelivery: Delivery {
  private static let beginning = Array(#"{"resourceLogs":["#.utf8)
  private static let end = Array("]}".utf8)

  private let exchange: CollectorExchange
  private let clock: any WallClock

  /// Makes a delivery; nothing is connected before the first batch.
  ///
  /// - Parameters:
  ///   - url: The collector, mostly with the path `/v1/logs`.
  ///   - session: What the connection has to be; its policy's times count.
  ///   - credential: What the collector is shown.
  ///   - clock: The time by which a moment in `Retry-After` is judged.
  public init(
    to url: RequestURL, over session: SecureSession, credential: CollectorCredential = .none,
    clock: any WallClock = SystemWallClock()
  ) {
    exchange = CollectorExchange(session: session, url: url, credential: credential)
    self.clock = clock
  }

  /// Posts the batch.
  ///
  /// - Parameter batch: The batch.
  /// - Returns: A receipt without a checkpoint.
  /// - Throws: `DeliveryProblem`; `rejected` also for a record that is no such document.
  public func deliver(_ batch: DeliveryBatch) async throws(DeliveryProblem) -> DeliveryReceipt {
    guard let body = Self.merged(batch.records) else { throw .rejected }
    let answer = try await exchange.post(body, .json, try HeaderFields(of: batch))
    if let problem = OTLPAnswer.problem(answer, now: clock.date) { throw problem }
    return DeliveryReceipt()
  }

  /// One document of several; `nil` when one is none.
  static func merged(_ documents: [[UInt8]]) -> [UInt8]? {
    var merged = beginning
    merged.reserveCapacity(documents.reduce(16) { $0 + $1.count })
    for document in documents {
      var content = document[...]
      if content.last == 0x0A { content = content.dropLast() }
      guard content.starts(with: beginning), content.count > beginning.count + end.count,
        content.suffix(end.count).elementsEqual(end)
      else { return nil }
      if merged.count > beginning.count { merged.append(0x2C) }
      merged += content.dropFirst(beginning.count).dropLast(end.count)
    }
    return merged + end
  }
}
