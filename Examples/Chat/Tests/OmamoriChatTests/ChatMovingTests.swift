import Foundation
import Testing

/// Accounts that move to another machine: what they take along, and what the old machine is told.
@Suite("Moving chats", .serialized, .timeLimit(.minutes(5))) struct ChatMovingTests {
  private static let export = ["export", "alice.backup", "--export-password-file", "pw", "--as", "alice"]

  /// A relay with two people, and a file with a password.
  private static func home() throws -> ChatHome {
    let home = try ChatHome()
    try home.startRelay()
    try home.folder.write("a passphrase of many words\n", to: "pw")
    // because the name is a string that outlives the call
    _ = unsafe chmod(home.folder.path("pw"), 0o600)
    try home.register("alice", "bob")
    return home
  }

  /// Restores an export into a folder of accounts.
  private static func restore(_ home: ChatHome, _ file: String, to folder: String) throws -> Ended {
    try home.run(
      "restore", file, "--export-password-file", "pw", "--as", "alice", "--folder", folder)
  }

  @Test func thePasswordOfTheBackupIsNamed() throws {
    let home = try Self.home()
    let guess = try home.run("export", "alice.backup", "--password-file", "pw", "--as", "alice")
    #expect(guess.status == 2, "\(guess.errors)")
    #expect(guess.errors.contains("--export-password-file") && !guess.errors.contains("slot"))
    #expect(!FileManager.default.fileExists(atPath: home.folder.path("alice.backup")))
    #expect(try home.run(Self.export).status == 0)
    // The guess of a restore asks for the other password, and nobody is there to answer.
    let back = try home.run(
      "restore", "alice.backup", "--password-file", "pw", "--as", "alice", "--folder", "new")
    #expect(back.status == 2 && back.errors.contains("--export-password-file"), "\(back.errors)")
  }

  @Test func theHistoryMovesAlong() throws {
    let home = try Self.home()
    for number in 1...3 {
      #expect(try home.run("send", "alice", "line \(number)", "--as", "bob").status == 0)
    }
    #expect(try home.run("receive", "--as", "alice").output.contains("line 3"))
    #expect(try home.run("send", "bob", "answer", "--as", "alice").status == 0)
    let before = try home.run("history", "bob", "--as", "alice", "--json").output
    #expect(try home.run(Self.export).status == 0)
    #expect(try Self.restore(home, "alice.backup", to: "new").status == 0)
    #expect(try home.run("history", "bob", "--folder", "new", "--json").output == before)
    // What was shown is not shown again, and what comes is.
    #expect(try home.run("send", "bob", "from the new one", "--folder", "new").status == 0)
    #expect(try home.run("receive", "--as", "bob").status == 0)
    #expect(try home.run("send", "alice", "after", "--as", "bob").status == 0)
    let received = try home.run("receive", "--folder", "new", "--json")
    #expect(try ChatHome.lines(received.output).map(\.text) == ["after"], "\(received.errors)")
    #expect(try ChatHome.lines(received.output).map(\.number) == [6])
    // Nothing of it can be read in the file.
    let backup = try Data(contentsOf: URL(filePath: home.folder.path("alice.backup")))
    #expect(backup.range(of: Data("line 3".utf8)) == nil)
  }

  @Test func theOldMachineIsToldToStop() throws {
    let home = try Self.home()
    #expect(try home.run("send", "bob", "one", "--as", "alice").status == 0)
    #expect(try home.run("receive", "--as", "bob").status == 0)
    #expect(try home.run("receive", "--as", "alice").status == 0)
    #expect(try home.run(Self.export).status == 0)
    // What was written for the old machine is read there.
    #expect(try home.run("send", "alice", "for the old one", "--as", "bob").status == 0)
    let restored = try Self.restore(home, "alice.backup", to: "new")
    #expect(restored.status == 0 && restored.errors.contains("other machine"), "\(restored.errors)")
    let sent = try home.run("send", "bob", "from the old one", "--as", "alice")
    #expect(sent.status == 3 && sent.errors.contains("restored on another machine"), "\(sent.errors)")
    for _ in 1...2 {
      let told = try home.run("receive", "--as", "alice")
      #expect(told.status == 3 && told.errors.contains("export"), "\(told.errors)")
    }
    #expect(try home.texts(of: "alice", with: "bob", "received") == ["for the old one"])
    #expect(try home.texts(of: "alice", with: "bob", "sent") == ["one"])
    // What comes afterwards is for the new one, and the old one takes none of it.
    #expect(try home.run("send", "bob", "two", "--folder", "new").status == 0)
    #expect(try home.run("receive", "--as", "bob").output.contains("two"))
    #expect(try home.run("send", "alice", "three", "--as", "bob").status == 0)
    #expect(try home.run("receive", "--as", "alice").status == 3)
    let received = try home.run("receive", "--folder", "new")
    #expect(received.status == 0 && received.output.contains("three"), "\(received.errors)")
    // Whoever wants the old one after all makes an export of it and restores that.
    let again = ["export", "again.backup", "--export-password-file", "pw", "--as", "alice"]
    #expect(try home.run(again).status == 0)
    #expect(try Self.restore(home, "again.backup", to: "third").status == 0)
    #expect(try home.run("receive", "--folder", "new").status == 3)
    #expect(try home.run("receive", "--folder", "third").status == 0)
  }
}
