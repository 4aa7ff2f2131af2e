import Foundation
import TestSupport
import Testing

extension KeychainCommands {
  /// What happens at the terminal.
  @Suite("Prompts", .timeLimit(.minutes(5))) struct PromptCommandTests {
    /// A command at a terminal, together with all that was shown there.
    private final class Session {
      let terminal: PseudoTerminal
      let program: Program
      private(set) var shown = ""

      init(_ home: KeychainHome, _ words: String...) throws {
        terminal = try PseudoTerminal()
        program = try Program(
          Omamori.path, ["keychain"] + words, in: home.folder, environment: home.environment,
          terminal: terminal,
          isControlled: true)
      }

      /// Waits for a question and answers it.
      func answer(_ question: String, _ text: String, isHidden: Bool = true) throws {
        for _ in 0..<4_000 {
          shown += terminal.read()
          if shown.contains(question), terminal.isEchoing != isHidden {
            shown = ""
            terminal.type(text)
            return
          }
          usleep(5_000)
        }
        throw Overdue(command: question, errors: shown)
      }

      func end() throws -> Ended {
        let ended = try program.wait(seconds: 60) { self.shown += self.terminal.read() }
        shown += terminal.read()
        return ended
      }
    }

    @Test func initAsksTwiceAndIsSafeASecondTime() throws {
      let home = try KeychainHome(isEmpty: true)
      let session = try Session(home, "init")
      try session.answer("New password of the keychain: ", "short\n")
      try session.answer("again: ", "short\n")
      #expect(try session.end().status == 0)
      #expect(session.shown.contains("the password is short"))
      #expect(session.terminal.isEchoing)
      let again = try home.run("init", "--password-file", "pw")
      #expect(again.status == 2 && again.errors.contains("there is a keychain already"))
      #expect(try home.run("init", "--password-file", "pw", "--if-absent").status == 0)
      let list = try Session(home, "list")
      try list.answer("Password of the keychain: ", "short\n")
      #expect(try list.end().status == 0)
    }

    @Test func controlCLeavesNothingBehind() throws {
      let home = try KeychainHome(isEmpty: true)
      let session = try Session(home, "init")
      try session.answer("New password", "abc\u{3}")
      #expect(try session.end().status == 130)
      #expect(session.terminal.isEchoing)
      #expect(!session.shown.contains("abc"))
      #expect(
        !FileManager.default.fileExists(atPath: home.folder.path(".local/share/omamori/keychain/keychain.db"))
      )
    }

    @Test func aWrongPasswordIsNotAnAnswer() throws {
      let home = try KeychainHome()
      let session = try Session(home, "get", "a", "--language", "ja")
      try session.answer("キーチェーンのパスワード: ", "guess\n")
      #expect(try session.end().status == 3)
      #expect(session.shown.contains("正しくありません"))
    }

    @Test func secretsAreTypedTwiceAndShownWithALineFeed() throws {
      let home = try KeychainHome()
      try home.unlock()
      let session = try Session(home, "set", "a")
      try session.answer("Secret: ", "typed secret\n")
      try session.answer("again: ", "typed secret\n")
      #expect(try session.end().status == 0)
      #expect(!session.shown.contains("typed"))
      let shown = try Session(home, "get", "a")
      #expect(try shown.end().status == 0)
      #expect(shown.shown == "typed secret\r\n")
    }

    @Test func whatIsNoTextIsNotShown() throws {
      let home = try KeychainHome()
      try home.unlock()
      #expect(try home.run("set", "b", input: "\u{1B}[2Jbad").status == 0)
      let refused = try Session(home, "get", "b")
      #expect(try refused.end().status == 2)
      #expect(!refused.shown.contains("bad") && refused.shown.contains("--raw"))
      let raw = try Session(home, "get", "b", "--raw")
      #expect(try raw.end().status == 0)
      #expect(raw.shown.contains("bad"))
    }

    @Test(arguments: ["yes\n", "no\n", "\u{4}"]) func removingAsks(answer: String) throws {
      let home = try KeychainHome()
      try home.unlock()
      for name in ["a", "b"] { #expect(try home.run("set", name, input: "1").status == 0) }
      let session = try Session(home, "remove", "--all")
      try session.answer("Remove 2 items for good? Type yes: ", answer, isHidden: false)
      #expect(try session.end().status == (answer == "yes\n" ? 0 : 1))
      #expect(try home.run("list").output.isEmpty == (answer == "yes\n"))
    }

    @Test func theLastPasswordIsNotRemovedByMistake() throws {
      let home = try KeychainHome()
      #expect(try home.run("slot", "remove", "password", "--password-file", "pw").status == 2)
      #expect(try home.run("slot", "add", "key-file", "--file", "kf", "--password-file", "pw").status == 0)
      let session = try Session(home, "slot", "remove", "password", "--key-file", "kf")
      try session.answer("lost for good", "no\n", isHidden: false)
      #expect(try session.end().status == 1)
      #expect(try home.run("list", "--password-file", "pw").status == 0)
      #expect(try home.run("slot", "remove", "password", "--key-file", "kf", "--yes").status == 0)
      #expect(try home.run("list", "--password-file", "pw").status != 0)
      #expect(try home.run("list", "--key-file", "kf").status == 0)
    }

    @Test func anItemCanAskForThePassphraseEachTime() throws {
      let home = try KeychainHome()
      try home.unlock()
      #expect(try home.run("set", "g", "--ask-passphrase", input: "guarded").status == 0)
      #expect(try home.run("get", "g").status == 3)
      let session = try Session(home, "get", "g")
      try session.answer("Passphrase of the keychain: ", KeychainHome.password + "\n")
      #expect(try session.end().status == 0)
      #expect(session.shown.contains("guarded"))
    }

    @Test func aRecoveryCodeOpensIt() throws {
      let home = try KeychainHome()
      let made = try home.run("slot", "add", "recovery-code", "--password-file", "pw")
      #expect(made.status == 0)
      let code = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(code.count == 44)
      let session = try Session(home, "list", "--recovery-code")
      try session.answer("Recovery code: ", code.lowercased() + "\n")
      #expect(try session.end().status == 0)
    }
  }
}
