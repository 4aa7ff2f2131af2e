import Foundation
import Testing

/// Passwords that are typed at a real terminal, or come from a descriptor.
@Suite("Passwords of a chat", .serialized, .timeLimit(.minutes(5))) struct PasswordTests {
  private static let password = "four words at random"

  @Test(.enabled(if: TerminalWall.isAvailable, "tmux is not installed"))
  func aTypedPasswordIsNotShown() throws {
    let home = try ChatHome()
    try home.startRelay()
    let wall = TerminalWall(in: home.folder, environment: home.environment)
    let register = [ChatProgram.path, "register", "alice", "--passphrase"] + home.site
    let pane = try wall.open("alice", register)
    try pane.wait(for: "New password of the account:")
    try pane.type(Self.password)
    try pane.wait(for: "again:")
    try pane.type(Self.password)
    #expect(try pane.waitForEnd() == 0)
    #expect(try !pane.screen().contains(Self.password))

    // What is typed is shown again after an interruption, and in between control-Z does nothing.
    let script = "\"$@\"; echo code $?; read line; echo \"line $line\""
    let asked = try wall.open(
      "asked", [Program.find("bash") ?? "/bin/bash", "-ic", script, "bash", ChatProgram.path, "peers"])
    try asked.wait(for: "Password of the account:")
    try asked.press("C-z")
    try asked.press("C-c")
    try asked.wait(for: "code 130")
    try asked.type("in sight")
    let screen = try asked.wait(for: "line in sight")
    #expect(screen.components(separatedBy: "in sight").count == 3, "\(screen)")

    let wrong = try wall.open("wrong", [ChatProgram.path, "peers"])
    try wrong.wait(for: "Password of the account:")
    try wrong.type("something else")
    #expect(try wrong.waitForEnd() == 3)
  }

  @Test func aPasswordIsOneLine() throws {
    let home = try ChatHome()
    try home.startRelay()
    func register(_ password: String) throws -> Int32 {
      try home.run(["register", "alice", "--password-fd", "0"] + home.site, input: password).status
    }
    for wrong in ["", "\n", "a\nb\n", String(repeating: "x", count: 4097)] {
      #expect(try register(wrong) == 2, "\(wrong.count)")
    }
    #expect(try register(Self.password + "\r\n") == 0)
    #expect(try home.run("peers", "--password-fd", "0", input: Self.password).status == 0)
    #expect(try home.run("peers", "--password-fd", "9", input: Self.password).status == 2)
    let both = ["peers", "--password-fd", "0", "--password-file", "-"]
    #expect(try home.run(both, input: Self.password).status == 2)
    try home.folder.write(Self.password, to: "pw")
    let shared = try home.run("peers", "--password-file", "pw")
    #expect(shared.status == 0 && shared.errors.contains("other users"))
  }
}
