import Foundation
import TestSupport
import Testing

extension KeychainCommands {
  /// The clipboard, with a program in the place of xclip that keeps it in a file.
  @Suite("Clipboard", .timeLimit(.minutes(3))) struct ClipboardCommandTests {
    private static let program = """
      #!/bin/sh
      case "$*" in *-in*) cat > "$HOME/clipboard" ;; *) cat "$HOME/clipboard" ;; esac

      """

    private func home() throws -> (KeychainHome, [String: String]) {
      let home = try KeychainHome()
      try home.folder.write(Self.program, to: "bin/xclip")
      // because the name is a string that outlives the call
      _ = unsafe chmod(home.folder.path("bin/xclip"), 0o755)
      let path = home.folder.path("bin") + ":" + (Program.environment["PATH"] ?? "")
      try home.unlock()
      #expect(try home.run("set", "a", input: "for the clipboard").status == 0)
      return (home, ["PATH": path, "DISPLAY": ":99"])
    }

    /// Whether the text is among the words or the variables of any process.
    private func isVisible(_ text: String) throws -> Bool {
      for process in try FileManager.default.contentsOfDirectory(atPath: "/proc") where Int(process) != nil {
        for file in ["cmdline", "environ"] {
          let data = FileManager.default.contents(atPath: "/proc/\(process)/\(file)") ?? Data()
          if !data.ranges(of: Data(text.utf8)).isEmpty { return true }
        }
      }
      return false
    }

    @Test func clearsItself() throws {
      let (home, environment) = try home()
      let start = ContinuousClock.now
      let copied = try home.run("get", "a", "--clip", "--clip-seconds", "2", environment: environment)
      #expect(copied.status == 0 && copied.output == "" && copied.errors == "")
      #expect(try home.folder.read("clipboard") == "for the clipboard")
      #expect(try !isVisible("for the clipboard"))
      while try home.folder.read("clipboard") != "", ContinuousClock.now - start < .seconds(60) {
        usleep(50_000)
      }
      #expect(try home.folder.read("clipboard") == "")
      #expect(ContinuousClock.now - start >= .seconds(2))
    }

    @Test func leavesSomethingElseAlone() throws {
      let (home, environment) = try home()
      #expect(try home.run("get", "a", "--clip", "--clip-seconds", "1", environment: environment).status == 0)
      try home.folder.write("something else", to: "clipboard")
      usleep(3_000_000)
      #expect(try home.folder.read("clipboard") == "something else")
    }

    @Test func withoutAClipboardTheCureIsNamed() throws {
      let (home, _) = try home()
      let ended = try home.run("get", "a", "--clip")
      #expect(ended.status == 3 && ended.errors.contains("wl-clipboard"))
      #expect(ended.output == "")
    }
  }
}
