import Foundation
import TestSupport
import Testing

/// What `omamori device authenticate` shows and hides at the terminal.
@Suite(
  "Device prompts", .serialized, .timeLimit(.minutes(5)),
  .enabled(if: Program.find("setsid") != nil, "setsid is not installed"))
struct DevicePromptTests {
  private let sandbox: TemporaryFolder
  private let terminal: PseudoTerminal
  private let program: Program

  /// Asks for a password through a PAM service of the test's own.
  init() throws {
    sandbox = try TemporaryFolder()
    try sandbox.write("auth required pam_unix.so nodelay\naccount required pam_deny.so\n", to: "pam/ask")
    // because the name is a string that outlives the call
    _ = unsafe chmod(sandbox.path("pam"), 0o755)
    terminal = try PseudoTerminal()
    program = try Program(
      Omamori.path,
      [
        "device", "authenticate", "--pam-folder", sandbox.path("pam"), "--service", "ask", "--user",
        NSUserName(),
      ], in: sandbox, terminal: terminal, isControlled: true)
  }

  /// Waits for the question; gives what was shown.
  private func waitForQuestion() throws -> String {
    var shown = ""
    for _ in 0..<4_000 {
      shown += terminal.read()
      if shown.contains("assword"), !terminal.isEchoing { return shown }
      usleep(5_000)
    }
    throw Overdue(command: "authenticate", errors: shown)
  }

  @Test func aWrongPasswordIsRefusedAndNotShown() throws {
    var shown = try waitForQuestion()
    terminal.type("not-the-password\n")
    let ended = try program.wait(seconds: 60) { shown += terminal.read() }
    shown += terminal.read()
    #expect(ended.status == 1, "\(shown)")
    #expect(shown.contains("Refused") && !shown.contains("not-the-password"))
    #expect(terminal.isEchoing)
  }

  @Test func controlCCancels() throws {
    _ = try waitForQuestion()
    terminal.type("\u{3}")
    #expect(try program.wait(seconds: 60).status == 130)
    #expect(terminal.isEchoing)
  }
}
