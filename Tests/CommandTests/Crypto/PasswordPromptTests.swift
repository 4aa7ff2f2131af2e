import Foundation
import TestSupport
import Testing

extension EncryptionCommands {
  /// What happens at the terminal when a password is asked for.
  @Suite(
    "Password prompts", .timeLimit(.minutes(5)), .serialized,
    .enabled(if: Program.find("setsid") != nil, "setsid is not installed"))
  struct PasswordPromptTests {
    /// A tool at a terminal, together with all that was shown there.
    private final class Session {
      let terminal: PseudoTerminal
      let program: Program
      private(set) var shown = ""

      init(_ words: [String], in folder: TemporaryFolder) throws {
        terminal = try PseudoTerminal()
        program = try Program(Omamori.path, words, in: folder, terminal: terminal, isControlled: true)
      }

      /// Waits until `text` was shown `times` times, and typing is hidden.
      func awaitQuestion(_ text: String, times: Int = 1) throws {
        for _ in 0..<2_000 {
          shown += terminal.read()
          if shown.components(separatedBy: text).count > times, !terminal.isEchoing { return }
          usleep(5_000)
        }
        throw Overdue(command: text, errors: shown)
      }

      func end() throws -> Ended {
        let ended = try program.wait(seconds: 60) { self.shown += self.terminal.read() }
        shown += terminal.read()
        return ended
      }
    }

    private func folder() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try folder.write("the plain text\n", to: "plain")
      return folder
    }

    @Test func asksTwiceAndShowsNothing() throws {
      let folder = try folder()
      let session = try Session(["encrypt", "-p", "plain", "-o", "secret"], in: folder)
      try session.awaitQuestion("New password: ")
      session.terminal.type("open sesame\n")
      try session.awaitQuestion("again: ")
      session.terminal.type("open sesame\n")
      #expect(try session.end().status == 0)
      #expect(!session.shown.contains("sesame"))
      #expect(session.terminal.isEchoing)
      let back = try Session(["decrypt", "-p", "secret", "--language", "ja"], in: folder)
      try back.awaitQuestion("パスワード: ")
      back.terminal.type("open sesame\n")
      #expect(try back.end().status == 0)
      #expect(back.shown.contains("the plain text"))
      #expect(!back.shown.contains("sesame"))
    }

    @Test func backspaceCorrects() throws {
      let folder = try folder()
      let session = try Session(["password", "hash"], in: folder)
      for question in ["New password: ", "again: "] {
        try session.awaitQuestion(question)
        session.terminal.type("ax\u{7F}b\n")
      }
      #expect(try session.end().status == 0)
      let hash = try #require(
        session.shown.split(whereSeparator: \.isNewline).first { $0.hasPrefix("$argon2id$") })
      try folder.write(String(hash), to: "hash")
      try folder.write("ab", to: "password")
      let words = ["password", "verify", "--hash-file", "hash", "--password-file", "password"]
      #expect(try Program(Omamori.path, words, in: folder).wait().status == 0)
    }

    @Test func differingPasswordsAreRefused() throws {
      let folder = try folder()
      let session = try Session(["encrypt", "-p", "plain", "-o", "secret"], in: folder)
      try session.awaitQuestion("New password: ")
      session.terminal.type("one\n")
      try session.awaitQuestion("again: ")
      session.terminal.type("two\n")
      #expect(try session.end().status == 2)
      #expect(session.shown.contains("the two passwords differ"))
      #expect(try folder.names() == ["plain"])
    }

    @Test(arguments: ["\n", "\u{4}"]) func anEmptyAnswerIsRefused(answer: String) throws {
      let folder = try folder()
      let session = try Session(["encrypt", "-p", "plain", "-o", "secret"], in: folder)
      try session.awaitQuestion("New password: ")
      session.terminal.type(answer)
      #expect(try session.end().status == 2)
      #expect(session.terminal.isEchoing)
      #expect(try folder.names() == ["plain"])
    }

    @Test(arguments: ["\u{3}", "abc\u{3}"]) func controlCRestoresTheTerminal(typed: String) throws {
      let folder = try folder()
      let session = try Session(["encrypt", "-p", "plain", "-o", "secret"], in: folder)
      try session.awaitQuestion("New password: ")
      session.terminal.type(typed)
      #expect(try session.end().status == 130)
      #expect(session.terminal.isEchoing)
      #expect(!session.shown.contains("abc"))
      #expect(try folder.names() == ["plain"])
    }

    @Test func terminationRestoresTheTerminal() throws {
      let folder = try folder()
      let session = try Session(["decrypt", "-p", "plain"], in: folder)
      try session.awaitQuestion("Password: ")
      // The tool is the only child of the session's first process.
      let name =
        "/proc/\(session.program.number)/task/\(session.program.number)/children"
      let child = try String(contentsOfFile: name, encoding: .utf8).split(separator: " ").first.flatMap {
        pid_t($0)
      }
      kill(child ?? session.program.number, SIGTERM)
      #expect(try session.end().status == 130)
      #expect(session.terminal.isEchoing)
    }

    @Test(.enabled(if: Program.find("bash") != nil, "bash is not installed"))
    func suspensionRestoresTheTerminalAndAsksAgain() throws {
      let folder = try folder()
      let script =
        "set -m; omamori password hash; stty -a | grep -o ' -\\?echo ' ; echo stopped; fg; echo ended $?"
      let terminal = try PseudoTerminal()
      let program = try Program(
        Program.find("bash") ?? "/bin/bash", ["--norc", "-c", script], in: folder, terminal: terminal,
        isControlled: true)
      var shown = ""
      func awaitText(_ text: String, times: Int = 1) throws {
        for _ in 0..<2_000 {
          shown += terminal.read()
          if shown.components(separatedBy: text).count > times { return }
          usleep(5_000)
        }
        throw Overdue(command: text, errors: shown)
      }
      try awaitText("New password: ")
      while terminal.isEchoing { usleep(5_000) }
      terminal.type("half\u{1A}")
      try awaitText("stopped")
      #expect(shown.contains(" echo "))
      try awaitText("New password: ", times: 2)
      while terminal.isEchoing { usleep(5_000) }
      terminal.type("whole\n")
      try awaitText("again: ")
      terminal.type("whole\n")
      try awaitText("ended 0")
      #expect(!shown.contains("half"))
      #expect(!shown.contains("whole"))
      #expect(try program.wait().status == 0)
      #expect(terminal.isEchoing)
    }

    @Test func withoutATerminalTheCureIsNamed() throws {
      let folder = try folder()
      let program = try Program(
        Program.find("setsid") ?? "setsid", ["--wait", Omamori.path, "encrypt", "-p", "plain", "-o", "x"],
        in: folder)
      let ended = try program.wait()
      #expect(ended.status == 2)
      #expect(ended.errors.contains("there is no terminal"))
      #expect(ended.errors.contains("--password-file"))
      #expect(try folder.names() == ["plain"])
    }
  }
}
