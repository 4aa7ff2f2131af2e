import Foundation
@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriAuditLog

/// Processes that are killed while they write a log, and that write where nothing can be written.
///
/// `OMAMORI_SOAK` is how often processes are killed as a multiple of 500; with `OMAMORI_DEEP` it is 1,000 times.
@Suite(.serialized) struct LogProcessTests {
  private static let rounds: Int = {
    let environment = ProcessInfo.processInfo.environment
    if environment["OMAMORI_DEEP"] != nil { return 1000 }
    return max(8, Int(500 * (environment["OMAMORI_SOAK"].flatMap(Double.init) ?? 0.05)))
  }()

  private static func folder() throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: "logs-" + UUID().uuidString.prefix(12))
      .path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return path
  }

  /// Whatever was acknowledged is there, and everything verifies, wherever a process was killed.
  @Test func killedProcessesLoseNothing() async throws {
    let path = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let said = path + "/said"
    var acknowledged: Set<Int64> = []
    for round in 0..<Self.rounds {
      _ = FileManager.default.createFile(atPath: said, contents: nil)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, said = said as String, round = round as Int] in
        let descriptor = unsafe Foundation.open(said, O_WRONLY | O_APPEND)
        let begin = {
          Thread.detachNewThread {
            usleep(UInt32.random(in: 0...40_000))
            kill(getpid(), SIGKILL)
          }
        }
        // Every fourth one may be killed while it opens the log.
        if round % 4 == 0 { begin() }
        let log = try await FixedKeys.open(path + "/log") { settings in
          settings.segmentSize = 64 << 10
          settings.checkpointRecords = 50
        }
        if round % 4 != 0 { begin() }
        await withTaskGroup(of: Void.self) { group in
          for writer in 0..<8 {
            group.addTask {
              var number = 0
              while true {
                let next = (round * 8 + writer) * 1_000_000 + number
                guard (try? await log.append(.test(next))) != nil else { return }
                var line = Array("\(next)\n".utf8)
                unsafe _ = write(descriptor, &line, line.count)
                number += 1
              }
            }
          }
        }
      }
      for line in try String(contentsOfFile: said, encoding: .utf8).split(separator: "\n") {
        if let number = Int64(line) { acknowledged.insert(number) }
      }
    }
    let log = try await FixedKeys.open(path + "/log")
    let checkpoint = try await log.close()
    let found = try await FixedKeys.verify(path + "/log", anchors: [checkpoint])
    #expect(found.verdict == .complete)
    let recorded = try await FixedKeys.numbers(path + "/log")
    #expect(acknowledged.subtracting(recorded).isEmpty)
    #expect(acknowledged.count > Self.rounds)
  }

  @Test func twoProcessesCannotWriteOneLog() async throws {
    let path = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let log = try await FixedKeys.open(path + "/log")
    try await log.append(.test(1))
    await #expect(processExitsWith: .success) { [path = path as String] in
      await #expect(throws: AuditLogError.storage(.inUse)) { try await FixedKeys.open(path + "/log") }
    }
    let checkpoint = try await log.close()
    #expect(try await FixedKeys.verify(path + "/log", anchors: [checkpoint]).verdict == .complete)
  }

  /// A file that may not grow: the event is refused in words, nothing more is written, and all before is there.
  @Test func aFullDiskIsSaid() async throws {
    let path = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      let log = try await FixedKeys.open(path + "/log")
      try await log.append(.test(1))
      var limit = rlimit(rlim_cur: 40_000, rlim_max: .max)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let filler = AuditField.public(.text(String(repeating: "x", count: 4000)))
      await #expect(throws: AuditLogError.storage(.full)) {
        for number in 2..<100 { try await log.append(AuditEvent.test(number).with("text", filler)) }
      }
      // What follows is refused too: nobody knows what of the last write is there.
      await #expect(throws: AuditLogError.storage(.full)) { try await log.append(.test(100)) }
      await #expect(throws: AuditLogError.storage(.full)) { try await log.close() }
    }
    let log = try await FixedKeys.open(path + "/log")
    let checkpoint = try await log.close()
    let found = try await FixedKeys.verify(path + "/log", anchors: [checkpoint])
    #expect(found.verdict == .complete && found.discardedBytes > 0)
    let numbers = try await FixedKeys.numbers(path + "/log")
    #expect(numbers.isSuperset(of: [1, 2, 3]) && !numbers.contains(100))
  }

  @Test(.enabled(if: geteuid() != 0, "whoever may do everything may write here, too"))
  func aReadOnlyFolderIsSaid() async throws {
    let path = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await FixedKeys.open(path + "/log").close()
    unsafe chmod(path + "/log", 0o500)
    defer { unsafe chmod(path + "/log", 0o700) }
    await #expect(throws: AuditLogError.storage(.readOnly)) { try await FixedKeys.open(path + "/log") }
  }

  @Test func aFolderThatOthersMayWriteToIsRefused() async throws {
    let path = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await FixedKeys.open(path + "/log").close()
    unsafe chmod(path + "/log", 0o777)
    await #expect(throws: AuditLogError.storage(.readOnly)) { try await FixedKeys.open(path + "/log") }
  }

  /// Ctrl-C ends a program at once: what was acknowledged is there, and the verifier says that the end is open.
  @Test func anInterruptedProgramLeavesAnOpenTail() async throws {
    let path = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    await #expect(processExitsWith: .signal(SIGINT)) { [path = path as String] in
      let log = try await FixedKeys.open(path + "/log")
      try await log.append(.test(1))
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      unsafe sigaddset(&signals, SIGINT)
      signal(SIGINT, SIG_DFL)
      unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      kill(getpid(), SIGINT)
      usleep(5_000_000)
    }
    guard case .openTail = try await FixedKeys.verify(path + "/log").verdict else {
      Issue.record("the end is open")
      return
    }
    #expect(try await FixedKeys.numbers(path + "/log") == [1])
  }
}
