public import OmamoriCore
public import OmamoriTransport

/// Hands records on to a collector over HTTPS: one request a batch, made over a session with its pins and roots.
///
/// The batch's identifier goes along as `Idempotency-Key`, so that a collector knows a batch that it already has, and
/// `Omamori-First-Record` and `Omamori-Record-Count` say which records are in it. The body is the records one after the
/// other; each gets a line feed at its end when the media type is `application/x-ndjson` or text. A collector that keeps
/// track of the log may answer with the signed note of what it knows, which stands in the receipt and is not believed
/// here. Answers are read up to 64 KiB; redirects are as the session's policy says.
///
/// Safe to use from any thread.
public struct HTTPSDelivery: Delivery {
  private let exchange: CollectorExchange
  private let requiresCheckpoint: Bool
  private let clock: any WallClock

  /// Makes a delivery; nothing is connected before the first batch.
  ///
  /// - Parameters:
  ///   - url: The collector.
  ///   - session: What the connection has to be; its policy's times count.
  ///   - credential: What the collector is shown.
  ///   - requiresCheckpoint: Whether an answer without a signed note is refused as invalid.
  ///   - clock: The time by which a moment in `Retry-After` is judged.
  public init(
    to url: RequestURL, over session: SecureSession, credential: CollectorCredential = .none,
    requiresCheckpoint: Bool = false, clock: any WallClock = SystemWallClock()
  ) {
    exchange = CollectorExchange(session: session, url: url, credential: credential)
    (self.requiresCheckpoint, self.clock) = (requiresCheckpoint, clock)
  }

  /// Posts the batch.
  ///
  /// - Parameter batch: The batch.
  /// - Returns: The collector's note, if it answered with one.
  /// - Throws: `DeliveryProblem`.
  public func deliver(_ batch: DeliveryBatch) async throws(DeliveryProblem) -> DeliveryReceipt {
    guard let type = MediaType(batch.mediaType) else { throw .rejected }
    let answer = try await exchange.post(Self.body(of: batch, type), type, try HeaderFields(of: batch))
    if let problem = answer.problem(now: clock.date) { throw problem }
    let checkpoint = try answer.checkpoint()
    if requiresCheckpoint, checkpoint == nil { throw .invalidAnswer }
    return DeliveryReceipt(checkpoint: checkpoint)
  }

  private static func body(of batch: DeliveryBatch, _ type: MediaType) -> [UInt8] {
    let isLines = type.type == "text" || type.subtype == "x-ndjson"
    var body: [UInt8] = []
    body.reserveCapacity(batch.records.reduce(0) { $0 + $1.count + 1 })
    for record in batch.records {
      body += record
      if isLines, record.last != 0x0A { body.append(0x0A) }
    }
    return body
  }
}

extension HeaderFields {
  /// The fields that tell a batch from others.
  init(of batch: DeliveryBatch) throws(DeliveryProblem) {
    let isQuotable = batch.identifier.utf8.allSatisfy {
      (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C
    }
    guard isQuotable, (1...256).contains(batch.identifier.utf8.count) else { throw .rejected }
    do throws(TransportError) {
      try self.init([
        "Idempotency-Key": "\"\(batch.identifier)\"",
        "Omamori-First-Record": String(batch.firstRecord), "Omamori-Record-Count": String(batch.count),
      ])
    } catch {
      throw .rejected
    }
  }
}
