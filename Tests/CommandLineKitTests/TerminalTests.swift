import Foundation
import TestSupport
import Testing

@testable import CommandLineKit

@Suite("The terminal") struct TerminalTests {
  @Test(
    arguments: [
      ([:], true, true), (["TERM": "xterm"], true, true), (["NO_COLOR": "1"], true, false),
      (["NO_COLOR": ""], true, true), (["TERM": "dumb"], true, false), ([:], false, false),
    ] as [([String: String], Bool, Bool)]
  )
  func coloursOnlyWhereItIsWelcome(variables: [String: String], allows: Bool, expected: Bool) throws {
    let pty = try PseudoTerminal()
    let terminal = Terminal(
      descriptor: pty.terminal,
      environment: Environment(variables),
      allowsColor: allows
    )
    #expect(terminal.isTerminal)
    #expect(terminal.usesColor == expected)
    #expect(terminal.styled("x", .bold, .red) == (expected ? "\u{1B}[1;31mx\u{1B}[0m" : "x"))
  }

  @Test func neverColoursAPipe() throws {
    let pipe = Pipe()
    let terminal = Terminal(
      descriptor: pipe.fileHandleForWriting.fileDescriptor,
      environment: Environment([:])
    )
    #expect(!terminal.isTerminal)
    #expect(!terminal.usesColor)
    #expect(terminal.width == 80)
  }

  @Test func knowsItsWidth() throws {
    let pty = try PseudoTerminal(columns: 57)
    #expect(Terminal(descriptor: pty.terminal, environment: Environment([:])).width == 57)
    #expect(Terminal(descriptor: pty.terminal, environment: Environment(["COLUMNS": "99"])).width == 99)
    #expect(Terminal(descriptor: pty.terminal, environment: Environment(["COLUMNS": "-1"])).width == 57)
    let unsized = try PseudoTerminal()
    #expect(Terminal(descriptor: unsized.terminal, environment: Environment([:])).width == 80)
  }

  @Test func writesMoreThanAPipeHolds() async throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let bytes = [UInt8](repeating: 65, count: 300_000)
    let handle = pipe.fileHandleForReading
    let reader = Task.detached { try handle.readToEnd()?.count }
    try Terminal(descriptor: descriptor, environment: Environment([:])).write(bytes: bytes)
    try pipe.fileHandleForWriting.close()
    #expect(try await reader.value == 300_000)
  }

  @Test func saysWhenTheReaderIsGone() async {
    await #expect(processExitsWith: .exitCode(9)) {
      _ = signal(SIGPIPE, SIG_IGN)
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      let terminal = Terminal(
        descriptor: pipe.fileHandleForWriting.fileDescriptor,
        environment: Environment([:])
      )
      do throws(CommandLineError) { try terminal.write("x") } catch { exit(error == .outputClosed ? 9 : 1) }
    }
  }

  @Test func reportsOtherFailures() {
    let terminal = Terminal(descriptor: -1, environment: Environment([:]))
    #expect(throws: CommandLineError.writeFailed(path: nil, code: EBADF)) { try terminal.write("x") }
  }

  @Test func coloursErrorsOfTheTool() async throws {
    let pty = try PseudoTerminal()
    let loud = await Demo.tool.run(["audti"], environment: Environment([:]), errors: pty.terminal)
    #expect(loud == .usage)
    let red = "\u{1B}[1;31merror:\u{1B}[0m unknown command 'audti'\r\n"
    #expect(pty.read() == red + "\u{1B}[36mhint:\u{1B}[0m did you mean 'audit'?\r\n")
    _ = await Demo.tool.run(["--no-color", "audti"], environment: Environment([:]), errors: pty.terminal)
    #expect(pty.read() == "error: unknown command 'audti'\r\nhint: did you mean 'audit'?\r\n")
  }
}
