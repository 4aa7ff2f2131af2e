public import OmamoriCore
import OmamoriCrypto

/// Tells a collector of connections whose pins did not match; it does nothing unless it is given a collector.
///
/// Reports wait in a file that is sealed with a key from a secret store, so they survive the app and say nothing to who
/// finds the file. The same host with the same keys is reported once a day. At most 64 reports or 128 KiB wait; the
/// oldest make room. Attempts that fail are made again after a minute, then after twice as long, up to six hours. Several
/// processes may share the file. Safe to use from any thread.
public actor PinFailureReporter {
  private let collector: ReportCollector?
  private let delivery: any ReportDelivery
  private let path: String
  private let store: any SecretStore
  private let keyName: String
  private let clock: any WallClock
  private let randomness: any Randomness
  private let events: any SecurityEvents

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - collector: Where reports are sent; `nil`, the default, sends and keeps nothing.
  ///   - delivery: Sends them; over another policy than the one whose pins fail.
  ///   - path: The file of the queue; its folder must exist. Beside it stands a lock with `.lock` at its name's end.
  ///   - store: Keeps the key of the file.
  ///   - keyName: The name of the key in the store.
  ///   - clock: The time of day.
  ///   - randomness: The source of a new key and of the spread of attempts.
  ///   - events: Is told of reports that cannot be kept.
  public init(
    collector: ReportCollector? = nil, delivery: any ReportDelivery, path: String, store: any SecretStore,
    keyName: String = "omamori.transport.reports", clock: any WallClock = SystemWallClock(),
    randomness: any Randomness = SystemRandomness(), events: any SecurityEvents = .discarded
  ) {
    (self.collector, self.delivery, self.path) = (collector, delivery, path)
    (self.store, self.keyName, self.clock) = (store, keyName, clock)
    (self.randomness, self.events) = (randomness, events)
  }

  /// What became of a report.
  public enum Recording: Sendable, Hashable, CaseIterable {
    /// It waits to be sent.
    case queued
    /// The same one was taken within a day.
    case duplicate
    /// There is no collector.
    case off
    /// The collector's host has the very rule that failed, so the report would go to whoever is in between.
    case collectorAffected
  }

  /// Takes a report and keeps it until it is sent.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - policy: The policy whose pins failed.
  /// - Returns: What became of it.
  /// - Throws: ``TransportError/secretStore(_:)`` when the key cannot be had now, ``TransportError/file(code:)``,
  ///   ``TransportError/backend(code:)``.
  public func record(_ report: PinFailureReport, under policy: TransportPolicy) async throws(TransportError)
    -> Recording
  {
    guard let collector else { return .off }
    guard !Self.isAffected(collector.host, by: report.host, policy) else {
      events.record(SecurityEvent("transport.report.collector-affected", .transport, .warning))
      return .collectorAffected
    }
    let date = clock.date
    return try await update { $0.add(report, at: date) } ? .queued : .duplicate
  }

  /// Sends what waits, if it is time; call it when the app starts, comes to the foreground or has a network.
  ///
  /// - Parameter count: The most reports to send.
  /// - Returns: How many were delivered.
  /// - Throws: As ``record(_:under:)``; what was not noted as delivered is sent again.
  @discardableResult
  public func flush(atMost count: Int = 16) async throws(TransportError) -> Int {
    guard let collector else { return 0 }
    let date = clock.date
    let leased = try await update {
      $0.lease(atMost: min(max(count, 0), ReportQueue.greatestCount), at: date)
    }
    var delivered = 0
    var isReachable = true
    for waiting in leased {
      // One that failed is enough to know that the others would, too.
      let outcome: ReportDeliveryOutcome =
        isReachable ? await delivery.deliver(waiting.report.body, to: collector) : .failed
      let isFirstFailure = isReachable && outcome == .failed
      if outcome == .delivered { delivered += 1 }
      if outcome == .failed { isReachable = false }
      let jitter = 0.5 + Double((try? randomness.integer(in: 0...1000)) ?? 500) / 2000
      let now = clock.date
      try await update { queue in
        if outcome == .failed, !isFirstFailure {
          queue.release(waiting.fingerprint)
        } else {
          queue.finish(waiting.fingerprint, outcome, jitter: jitter, at: now)
        }
      }
    }
    return delivered
  }

  /// Whether a report about `failed` would go through the rule that failed.
  private static func isAffected(_ collector: HostName, by failed: HostName, _ policy: TransportPolicy)
    -> Bool
  {
    if collector == failed { return true }
    guard let rule = policy.rule(for: failed), rule.pins != nil else { return false }
    return policy.rule(for: collector)?.pattern == rule.pattern
  }

  @discardableResult
  private func update<Result: Sendable>(
    _ body: @escaping @Sendable (inout ReportQueue) -> Result
  ) async throws(TransportError) -> Result {
    let file = ReportFile(path: path, key: try await key())
    do throws(CryptoError) {
      let (result, wasDamaged) = try await OwnThread.run { () throws(CryptoError) in try file.update(body) }
      if wasDamaged { events.record(SecurityEvent("transport.report.queue-damaged", .transport, .notice)) }
      return result
    } catch {
      switch error {
      case .file(_, let code): throw .file(code: code)
      case .system(let code): throw .system(code: code)
      default: throw .backend(code: 0)
      }
    }
  }

  private func key() async throws(TransportError) -> SymmetricKey {
    do throws(CoreError) {
      let secret = try await store.secret(named: keyName, orInsertingRandom: 32, from: randomness)
      return SymmetricKey(
        data: secret.withBytes { span in
          // because every pattern of bits is a UInt8
          unsafe span.withUnsafeBytes { unsafe Data($0) }
        })
    } catch {
      throw .secretStore(SecretStoreProblem(error))
    }
  }
}

/// Sends a report to a collector; a port that a session, or a test, fulfils.
///
/// The session must not be the one whose pins failed; give it a policy of its own. Safe to use from any thread.
public protocol ReportDelivery: Sendable {
  /// Sends a report.
  ///
  /// - Parameters:
  ///   - body: The report, JSON in UTF-8.
  ///   - collector: Where to.
  /// - Returns: What became of it.
  func deliver(_ body: [UInt8], to collector: ReportCollector) async -> ReportDeliveryOutcome
}

/// What became of a report that was sent.
public enum ReportDeliveryOutcome: Sendable, Hashable, CaseIterable {
  /// The collector has it.
  case delivered
  /// The collector does not want it, and never will; it is not sent again.
  case rejected
  /// It did not get there; it is sent again later.
  case failed
}

/// Where reports are sent: a host with a path, always over `https`.
public struct ReportCollector: Sendable, Hashable {
  /// The host.
  public let host: HostName
  /// The port.
  public let port: UInt16
  /// The path, beginning with a slash.
  public let path: String

  /// Names a collector.
  ///
  /// - Parameters:
  ///   - host: The host; never one with the rule whose pins fail.
  ///   - port: The port.
  ///   - path: The path, beginning with a slash, of visible ASCII characters without `?` and `#`.
  /// - Throws: ``TransportError/malformedURL``.
  public init(_ host: HostName, port: UInt16 = 443, path: String = "/") throws(TransportError) {
    guard port > 0, path.hasPrefix("/"), path.utf8.count <= 1024,
      path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Array("?#\\\"<>".utf8).contains($0) })
    else { throw .malformedURL }
    (self.host, self.port, self.path) = (host, port, path)
  }

  /// The URL.
  public var url: String {
    let name = host.kind == .addressV6 ? "[\(host)]" : "\(host)"
    return "https://\(name)\(port == 443 ? "" : ":\(port)")\(path)"
  }
}
