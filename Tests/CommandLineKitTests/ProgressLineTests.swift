import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CommandLineKit

/// A clock that stands still until it is moved.
private final class HandClock: Sendable {
  private let time = Mutex(Duration.zero)
  var now: Duration { time.withLock { $0 } }
  func move(to milliseconds: Int) { time.withLock { $0 = .milliseconds(milliseconds) } }
}

@Suite("The progress line") struct ProgressLineTests {
  private func line(
    _ pty: PseudoTerminal,
    _ clock: HandClock,
    isEnabled: Bool = true,
    columns: String = "40"
  ) -> ProgressLine {
    let terminal = Terminal(descriptor: pty.terminal, environment: Environment(["COLUMNS": columns]))
    return ProgressLine(on: terminal, isEnabled: isEnabled) { clock.now }
  }

  @Test func waitsASecondAndThenATenthAndLeavesNothing() throws {
    let pty = try PseudoTerminal()
    let clock = HandClock()
    let progress = line(pty, clock)
    progress.update("early")
    clock.move(to: 999)
    progress.update("early")
    #expect(pty.read() == "")
    clock.move(to: 1_000)
    progress.update("one")
    #expect(pty.read() == "\rone\u{1B}[K")
    clock.move(to: 1_099)
    progress.update("too soon")
    #expect(pty.read() == "")
    clock.move(to: 1_100)
    progress.update("two")
    #expect(pty.read() == "\rtwo\u{1B}[K")
    progress.finish()
    #expect(pty.read() == "\r\u{1B}[K")
    clock.move(to: 9_000)
    progress.update("late")
    progress.finish()
    #expect(pty.read() == "")
  }

  @Test func saysNothingWhenTheTaskWasShort() throws {
    let pty = try PseudoTerminal()
    let progress = ProgressLine(on: Terminal(descriptor: pty.terminal, environment: Environment([:])))
    progress.update("x")
    progress.finish()
    #expect(pty.read() == "")
  }

  @Test func comesBackAfterItWasCleared() throws {
    let pty = try PseudoTerminal()
    let clock = HandClock()
    clock.move(to: 2_000)
    let progress = line(pty, clock)
    progress.update("a")
    progress.clear()
    progress.clear()
    progress.update("b")
    #expect(pty.read() == "\ra\u{1B}[K\r\u{1B}[K\rb\u{1B}[K")
  }

  @Test func fitsIntoTheTerminal() throws {
    let pty = try PseudoTerminal()
    let clock = HandClock()
    clock.move(to: 2_000)
    line(pty, clock, columns: "6").update("お守り\u{1B}[2J")
    #expect(pty.read() == "\rお守\u{1B}[K")
  }

  @Test func isSilentWhenToldOrInAPipe() throws {
    let pty = try PseudoTerminal()
    let clock = HandClock()
    clock.move(to: 2_000)
    line(pty, clock, isEnabled: false).update("x")
    #expect(pty.read() == "")
    let pipe = Pipe()
    let end = Terminal(descriptor: pipe.fileHandleForWriting.fileDescriptor, environment: Environment([:]))
    ProgressLine(on: end, isEnabled: true) { clock.now }.update("x")
    try pipe.fileHandleForWriting.close()
    #expect(try pipe.fileHandleForReading.readToEnd()?.isEmpty ?? true)
  }

  @Test func keepsItsPaceWithManyThreads() async throws {
    let pty = try PseudoTerminal()
    let clock = HandClock()
    clock.move(to: 2_000)
    let progress = line(pty, clock)
    await withTaskGroup { group in
      for index in 0..<50 { group.addTask { progress.update("\(index)") } }
    }
    #expect(pty.read().split(separator: "\r").count == 1)
  }
}
