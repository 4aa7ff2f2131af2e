import Foundation
import Testing

/// Accounts that move to another machine: under which password.
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
}
