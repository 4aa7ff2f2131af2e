import Baseline
import Foundation
import OmamoriAuditLog
@_spi(Testing) import OmamoriCore

/// Appends events of 512 bytes in batches, in turns with a loop in C that writes and flushes as many bytes.
///
/// Usage: AppendBenchmark FOLDER. Prints processor time a record and, for each size of batch, both rates and their ratio:
/// `group` with one caller who waits for each batch, `shared` with two, so that one batch is sealed while the other is
/// being flushed.
@main struct AppendBenchmark {
  private static let rounds = 15
  /// How many batches a round has.
  private static let batches = 4

  static func main() async throws {
    let folder = CommandLine.arguments.dropFirst().first ?? "/tmp"
    let path = folder + "/auditlog-benchmark-\(getpid())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let raw = open(path + "/raw", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let log = try await AuditLog.open(
      in: path + "/log", auditor: AuditorIdentity().key, secrets: InMemorySecretStore())
    try await processorTime(log)
    for count in [100, 1000, 5000] {
      try await rates(log, raw, count, callers: 1)
      try await rates(log, raw, count, callers: 2)
    }
    try await log.close()
  }

  /// An event whose stored form has 512 bytes.
  private static func event(_ number: Int) -> AuditEvent {
    AuditEvent(.dataRead)
      .with("object", .public(.text("customer record of the northern branch")))
      .with("number", .public(.integer(Int64(number))))
      .with("text", .public(.text(String(repeating: "plain words of an event, ", count: 16))))
  }

  private static func processorTime(_ log: AuditLog) async throws {
    let events = (0..<20_000).map(event)
    _ = try await log.append(Array(events.prefix(2000)))
    let start = baseline_processor_time()
    for begin in stride(from: 0, to: events.count, by: 1000) {
      _ = try await log.append(Array(events[begin..<begin + 1000]))
    }
    let together = (baseline_processor_time() - start) / Double(events.count) * 1e6
    let again = baseline_processor_time()
    await withTaskGroup(of: Void.self) { group in
      for event in events { group.addTask { _ = try? await log.append(event) } }
    }
    let alone = (baseline_processor_time() - again) / Double(events.count) * 1e6
    print("cpu.batch \(together) microseconds a record appended with others")
    print("cpu.single \(alone) microseconds a record appended by a task of its own")
  }

  private static func rates(_ log: AuditLog, _ raw: Int32, _ count: Int, callers: Int) async throws {
    let events = (0..<count).map(event)
    let clock = ContinuousClock()
    var (own, other): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      let time = try await clock.measure { try await append(events, to: log, callers) }
      own.append(Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds))
      other.append((0..<batches).reduce(0) { sum, _ in sum + baseline_append(raw, 600, count) })
    }
    // The better half of both, since neighbours disturb single rounds.
    let (mine, theirs) = (best(own), best(other))
    let total = Double(count * batches)
    print(
      "\(callers == 1 ? "group" : "shared").\(count) \(Int(total / mine)) records a second",
      "beside \(Int(total / theirs)) in C:", theirs / mine)
  }

  /// Appends as many batches as the loop in C does, from so many callers.
  private static func append(_ events: [AuditEvent], to log: AuditLog, _ callers: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<callers {
        group.addTask {
          for _ in 0..<batches / callers { _ = try await log.append(events) }
        }
      }
      try await group.waitForAll()
    }
  }

  private static func best(_ times: [Double]) -> Double {
    let half = times.sorted().prefix((times.count + 1) / 2)
    return half.reduce(0, +) / Double(half.count)
  }
}
