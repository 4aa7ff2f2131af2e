import OmamoriCore
import OmamoriCrypto

/// The reports that wait, and what was reported lately; it knows no file, no key and no clock.
struct ReportQueue: Sendable, Hashable {
  /// A report that waits.
  struct Waiting: Sendable, Hashable {
    let fingerprint: String
    let report: PinFailureReport
    /// Until then another process is sending it.
    var leasedUntil: Date
  }

  /// The most reports that wait.
  static let greatestCount = 64
  /// The most bytes of reports that wait.
  static let greatestSize = 128 << 10
  /// The most reports that are remembered so that they are not sent twice.
  static let greatestMemory = 512
  /// How long the same report is not taken again, in seconds.
  static let silence: TimeInterval = 86_400
  /// How long one process keeps a report to itself while it sends it, in seconds.
  static let lease: TimeInterval = 300
  /// The first and the longest time between attempts, in seconds.
  static let backoff: (first: TimeInterval, longest: TimeInterval) = (60, 6 * 3600)

  private(set) var waiting: [Waiting] = []
  /// When each fingerprint was last taken.
  private(set) var taken: [String: Date] = [:]
  /// How many attempts failed, one after the other.
  private(set) var failures = 0
  /// Before this moment nothing is sent.
  private(set) var nextAttempt = Date(timeIntervalSince1970: 0)
  /// How many reports were dropped because there was no room.
  private(set) var dropped = 0

  init() {}

  /// Takes a report unless the same one was taken within a day; the oldest make room.
  ///
  /// - Returns: Whether it waits now.
  mutating func add(_ report: PinFailureReport, at date: Date) -> Bool {
    let fingerprint = report.fingerprint
    // A moment in the future is a clock that was set back; it must not silence anything for long.
    taken = taken.filter { abs(date.timeIntervalSince($0.value)) < Self.silence }
    guard taken[fingerprint] == nil else { return false }
    taken[fingerprint] = date
    while taken.count > Self.greatestMemory, let oldest = taken.min(by: { $0.value < $1.value }) {
      taken[oldest.key] = nil
    }
    waiting.append(
      Waiting(fingerprint: fingerprint, report: report, leasedUntil: Date(timeIntervalSince1970: 0)))
    while waiting.count > Self.greatestCount || (waiting.count > 1 && size > Self.greatestSize) {
      waiting.removeFirst()
      dropped = min(dropped + 1, 1 << 30)
    }
    return true
  }

  private var size: Int { waiting.reduce(0) { $0 + $1.report.body.count } }

  /// The reports to send now, kept from others for a while; none while it is too early.
  mutating func lease(atMost count: Int, at date: Date) -> [Waiting] {
    // After a clock that was set back, waiting ends after the longest time at the latest.
    guard date >= nextAttempt || nextAttempt.timeIntervalSince(date) > Self.backoff.longest else { return [] }
    var leased: [Waiting] = []
    for index in waiting.indices where leased.count < count {
      let until = waiting[index].leasedUntil
      guard date >= until || until.timeIntervalSince(date) > Self.lease else { continue }
      waiting[index].leasedUntil = date.addingTimeInterval(Self.lease)
      leased.append(waiting[index])
    }
    return leased
  }

  /// Takes note of what became of a report.
  ///
  /// - Parameters:
  ///   - fingerprint: The report.
  ///   - outcome: What became of it.
  ///   - jitter: From 0.5 to 1, so that not every app asks at the same moment.
  ///   - date: The time.
  mutating func finish(
    _ fingerprint: String, _ outcome: ReportDeliveryOutcome, jitter: Double, at date: Date
  ) {
    switch outcome {
    case .delivered, .rejected:
      waiting.removeAll { $0.fingerprint == fingerprint }
      (failures, nextAttempt) = (0, Date(timeIntervalSince1970: 0))
    case .failed:
      release(fingerprint)
      failures = min(failures + 1, 32)
      let delay = min(Self.backoff.first * Double(1 << min(failures - 1, 16)), Self.backoff.longest)
      nextAttempt = date.addingTimeInterval(delay * jitter)
    }
  }

  /// Gives a report back that was leased and not sent.
  mutating func release(_ fingerprint: String) {
    for index in waiting.indices where waiting[index].fingerprint == fingerprint {
      waiting[index].leasedUntil = Date(timeIntervalSince1970: 0)
    }
  }
}

// MARK: - As bytes

extension ReportQueue {
  private static let limits = JSONLimits(depth: 8, size: 1 << 20, values: 50_000)

  /// The queue as JSON.
  var bytes: [UInt8] {
    let memory = taken.sorted { $0.key < $1.key }
      .map { JSONValue.array([.string($0.key), .integer(PinJSON.seconds($0.value))]) }
    let root: JSONValue = [
      "version": 1, "failures": .integer(failures), "next": .integer(PinJSON.seconds(nextAttempt)),
      "dropped": .integer(dropped), "taken": .array(memory),
      "waiting": .array(
        waiting.map { ["leased": .integer(PinJSON.seconds($0.leasedUntil)), "report": $0.report.json] }),
    ]
    return root.utf8()
  }

  /// Reads a queue; `nil` when the bytes are none.
  init?(_ bytes: [UInt8]) {
    guard let root = try? StrictJSON.parse(bytes, limits: Self.limits), root["version"]?.intValue == 1,
      let failures = root["failures"]?.intValue, (0...32).contains(failures),
      let next = root["next"]?.intValue, let dropped = root["dropped"]?.intValue,
      (0...(1 << 30)).contains(dropped),
      let memory = root["taken"]?.arrayValue, memory.count <= Self.greatestMemory,
      let list = root["waiting"]?.arrayValue, list.count <= Self.greatestCount
    else { return nil }
    (self.failures, self.dropped) = (failures, dropped)
    nextAttempt = Date(timeIntervalSince1970: Double(next))
    for entry in memory {
      guard let name = entry[0]?.stringValue, let seconds = entry[1]?.intValue else { return nil }
      taken[name] = Date(timeIntervalSince1970: Double(seconds))
    }
    for entry in list {
      guard let leased = entry["leased"]?.intValue,
        let report = entry["report"].flatMap(PinFailureReport.init)
      else { return nil }
      waiting.append(
        Waiting(
          fingerprint: report.fingerprint, report: report,
          leasedUntil: Date(timeIntervalSince1970: Double(leased))))
    }
  }
}

/// The queue of reports in a file, sealed, changed by one process at a time and replaced in one step.
///
/// Blocks until the disk is done. Safe to use from any thread and process.
struct ReportFile: Sendable {
  private static let header: [UInt8] = Array("OMPR".utf8) + [1]
  private static let greatestSize = 2 << 20

  let path: String
  let key: SymmetricKey

  /// Reads the queue, lets `body` change it and writes it when it changed.
  ///
  /// A file that does not open with the key, or is damaged, counts as empty: reports are no evidence worth keeping an app
  /// from going on for. `wasDamaged` says so.
  ///
  /// - Throws: ``CryptoError``.
  func update<Result>(
    _ body: (inout ReportQueue) -> Result
  ) throws(CryptoError) -> (result: Result, wasDamaged: Bool) {
    try WholeFile.locked(path + ".lock") { () throws(CryptoError) in
      let stored = try WholeFile.read(path, limit: Self.greatestSize)
      let old = stored.flatMap(open)
      var queue = old ?? ReportQueue()
      let before = queue
      let result = body(&queue)
      if queue != before {
        let sealed = try seal(queue)
        // because every pattern of bits is a UInt8
        try unsafe WholeFile.write(path, sealed.span.bytes, replacing: true)
      }
      return (result, stored != nil && old == nil)
    }
  }

  private func open(_ bytes: [UInt8]) -> ReportQueue? {
    guard bytes.starts(with: Self.header),
      let box = try? AES.GCM.SealedBox(combined: bytes.dropFirst(Self.header.count)),
      let plain = try? AES.GCM.open(box, using: key, authenticating: Self.header)
    else { return nil }
    return ReportQueue(Array(plain))
  }

  private func seal(_ queue: ReportQueue) throws(CryptoError) -> Data {
    guard let sealed = try? AES.GCM.seal(queue.bytes, using: key, authenticating: Self.header).combined else {
      throw .backend(code: 0)
    }
    return Data(Self.header) + sealed
  }
}
