import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CommandLineKit

/// A tool whose command waits, well-behaved or not.
private enum Waiting {
  static let tool = CommandLineTool(
    "wait",
    version: "1",
    released: ReleaseDate(year: 2026, month: 1, day: 2),
    summary: "W",
    shared: Demo.shared,
    commands: [
      Command("politely", "P") { declare in
        let file = declare.argument("FILE", as: FilePath.self, help: "F")
        return { arguments in
          let path = try arguments[file].string
          defer { try? FileManager.default.removeItem(atPath: path) }
          kill(getpid(), SIGINT)
          try await Task.sleep(for: .seconds(30))
          return .success
        }
      },
      Command("stubbornly", "S") { declare in
        let file = declare.argument("FILE", as: FilePath.self, help: "F")
        return { arguments in
          let path = try arguments[file].string
          _ = arguments.interruption.add { try? FileManager.default.removeItem(atPath: path) }
          kill(getpid(), SIGTERM)
          block(milliseconds: 30_000)
          return .success
        }
      },
      Command("twice", "T") { _ in
        { _ in
          kill(getpid(), SIGINT)
          block(milliseconds: 300)
          kill(getpid(), SIGINT)
          block(milliseconds: 30_000)
          return .success
        }
      },
      Command("ignored", "I") { _ in
        { _ in
          kill(getpid(), SIGINT)
          block(milliseconds: 200)
          return ExitCode(rawValue: 5)
        }
      },
    ]
  )
}

/// Stops this thread, as a call into a C library would.
private func block(milliseconds: UInt32) {
  for _ in 0..<milliseconds { usleep(1_000) }
}

@Suite("Interruption", .timeLimit(.minutes(1))) struct InterruptTests {
  @Test func cancelsTheCommand() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "temporary")
    try Data().write(to: file)
    await #expect(processExitsWith: .exitCode(130)) { [path = file.path as String] in
      await Waiting.tool.main(["politely", path])
    }
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func doesNotWaitForACommandThatDoesNotEnd() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "temporary")
    try Data().write(to: file)
    await #expect(processExitsWith: .exitCode(130)) { [path = file.path as String] in
      await Waiting.tool.main(["stubbornly", path])
    }
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func endsAtOnceTheSecondTime() async {
    await #expect(processExitsWith: .signal(SIGINT)) { await Waiting.tool.main(["twice"]) }
  }

  @Test func leavesIgnoredSignalsIgnored() async {
    await #expect(processExitsWith: .exitCode(5)) {
      _ = signal(SIGINT, SIG_IGN)
      await Waiting.tool.main(["ignored"])
    }
  }

  @Test func runsWhatIsLeftNewestFirstAndOnce() {
    let interruption = Interruption()
    let log = Mutex<[String]>([])
    _ = interruption.add { log.withLock { $0.append("first") } }
    let removed = interruption.add { log.withLock { $0.append("removed") } }
    _ = interruption.add { log.withLock { $0.append("last") } }
    interruption.remove(removed)
    #expect(!interruption.isInterrupted)
    interruption.interrupt()
    #expect(interruption.isInterrupted)
    interruption.runActions()
    interruption.runActions()
    #expect(log.withLock { $0 } == ["last", "first"])
  }

  @Test func cancelsACommandThatBeginsTooLate() {
    let interruption = Interruption()
    let count = Mutex(0)
    interruption.interrupt()
    interruption.attach { count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 1)
  }
}
