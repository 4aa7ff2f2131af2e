import Foundation
import Testing

/// Tests of `omamori-chat` without a terminal: what is refused, what waits, what moves.
@Suite("Chat commands", .serialized, .timeLimit(.minutes(5))) struct ChatCommandTests {
  @Test func registrationIsForThisRelayAndThisName() throws {
    let home = try ChatHome()
    try home.startRelay()
    let wrong = [
      "--relay", home.site[1], "--pin", "sha256//" + Data(repeating: 7, count: 32).base64EncodedString(),
    ]
    let refused = try home.run(["register", "alice"] + wrong)
    #expect(refused.status == 1 && refused.errors.contains(home.site[3]))
    #expect(!FileManager.default.fileExists(atPath: home.folder.path("data/omamori/chat/alice")))
    #expect(try home.run("register", "alice").status == 2)
    #expect(try home.run("register", "alice", "--relay", "127.0.0.1:1", "--pin", home.site[3]).status == 3)
    #expect(try home.run("register", "alice", "--relay", home.site[1], "--pin", "sha256//x").status == 2)
    try home.register("alice")
    try home.register("alice")
    let other = try home.run(["register", "alice", "--folder", "elsewhere"] + home.site)
    #expect(other.status == 1 && other.errors.contains("taken"))
    #expect(!FileManager.default.fileExists(atPath: home.folder.path("elsewhere/alice")))
    // Nobody else can look into it.
    let folder = home.folder.path("data/omamori/chat/alice")
    for name in ["", "/account.key", "/keychain", "/history"] {
      let mode = try FileManager.default.attributesOfItem(atPath: folder + name)[.posixPermissions] as? Int
      #expect((mode ?? 0o777) & 0o077 == 0, "\(name)")
    }
    #expect(try home.run("send", "nobody", "hello").status == 1)
    #expect(try home.run("history", "nobody").output == "")
    #expect(try home.run("peers", "--as", "zoe").status == 3)
    #expect(try home.run("send", "bob", "", "--as", "alice").status == 2)
  }

  @Test func whatCannotBeSentWaits() throws {
    let home = try ChatHome()
    try home.startRelay()
    try home.register("alice", "bob")
    try home.stopRelay()
    // The relay of the first contact is not there, and later it is.
    for number in 1...2 {
      let kept = try home.run("send", "bob", "--as", "alice", input: "line \(number)\nand another\n")
      #expect(kept.status == 3 && kept.errors.contains("kept"))
    }
    #expect(try home.run("receive", "--as", "bob").status == 3)
    #expect(try home.run("send", "bob", "--file", "input", "--as", "alice").status == 3)
    try home.startRelay()
    #expect(try home.run("receive", "--as", "alice").status == 0)
    let got = try home.run("receive", "--as", "bob", "--json")
    let texts = try ChatHome.lines(got.output).map(\.text)
    #expect(texts == ["line 1\nand another", "line 2\nand another"])
    #expect(try home.run("receive", "--as", "bob", "--json").output == "")
    // A message cannot write over others on the terminal.
    #expect(try home.run("send", "bob", "--as", "alice", input: "red \u{1B}[31m\u{202E}\r>").status == 0)
    let shown = try home.run("receive", "--as", "bob").output
    #expect(shown.contains("alice?: red") && !shown.contains("\u{1B}") && !shown.contains("\u{202E}"))
    let follower = try home.start(["receive", "--follow", "--json", "--as", "bob"])
    #expect(try home.run("send", "bob", "now", "--as", "alice").status == 0)
    let limit = ContinuousClock.now + .seconds(20)
    while try !follower.outputSoFar().contains("\"now\""), ContinuousClock.now < limit { usleep(20_000) }
    follower.signal(SIGINT)
    let ended = try follower.wait(seconds: 20)
    #expect(ended.status == 130 && ended.output.contains("\"now\""))
  }

  @Test func filesArriveWhole() throws {
    let home = try ChatHome()
    try home.startRelay()
    try home.register("alice", "bob")
    try home.folder.write("content\n", to: "note.txt")
    try home.folder.write("", to: "empty")
    #expect(try home.run("send", "bob", "--file", "note.txt", "--as", "alice").status == 0)
    #expect(try home.run("send", "bob", "--file", "empty", "--as", "alice").status == 0)
    #expect(try home.run("send", "bob", "--file", "missing", "--as", "alice").status == 3)
    #expect(try home.run("receive", "--as", "bob").output.contains("[file 1: 'note.txt', 8 B]"))
    #expect(try home.run("save", "alice", "1", "--as", "bob").status == 2)
    #expect(try home.run("save", "alice", "1", "-o", "copy", "--as", "bob").status == 0)
    #expect(try home.folder.read("copy") == "content\n")
    #expect(try home.run("save", "alice", "-o", "copy", "--as", "bob").status == 2)
    #expect(try home.run("save", "alice", "-o", "copy", "--force", "--as", "bob").status == 0)
    #expect(try home.folder.read("copy") == "")
    #expect(try home.run("save", "alice", "7", "--as", "bob").status == 1)
  }

  @Test func anotherIdentityNeedsAnAnswer() throws {
    let home = try ChatHome()
    try home.startRelay()
    try home.register("alice", "bob")
    #expect(try home.run("send", "bob", "one", "--as", "alice").status == 0)
    #expect(try home.run("receive", "--as", "bob").status == 0)
    #expect(try home.run("send", "alice", "two", "--as", "bob").status == 0)
    #expect(try home.run("receive", "--as", "alice").status == 0)
    #expect(try home.run("verify", "bob", "--confirm", "--as", "alice").status == 0)
    // The relay forgets everybody, and somebody else takes the name.
    try home.stopRelay()
    for name in try FileManager.default.contentsOfDirectory(atPath: home.relayFolder)
    where name.contains(".db") {
      try FileManager.default.removeItem(atPath: home.relayFolder + "/" + name)
    }
    try home.startRelay()
    try home.register("alice")
    let taken = try home.run(["register", "bob", "--folder", "other"] + home.site)
    #expect(taken.status == 0)
    #expect(try home.run("send", "alice", "I am bob", "--as", "bob", "--folder", "other").status == 0)
    let warned = try home.run("receive", "--as", "alice")
    #expect(warned.status == 1 && warned.errors.contains("accept") && !warned.output.contains("I am bob"))
    #expect(try home.run("peers", "--as", "alice", "--json").output.contains("\"changed\""))
    #expect(try home.run("send", "bob", "secret", "--as", "alice").status == 1)
    #expect(try home.texts(of: "alice", with: "bob", "sent") == ["one"])
    // After an answer it goes on, unverified.
    #expect(try home.run("accept", "bob", "--as", "alice").status == 0)
    #expect(try home.run("accept", "bob", "--as", "alice").status == 1)
    #expect(try home.run("receive", "--as", "alice").output.contains("bob?: I am bob"))
    #expect(try home.run("send", "bob", "who?", "--as", "alice").status == 0)
    #expect(try home.run("receive", "--as", "bob", "--folder", "other").output.contains("who?"))
  }

  @Test func anAccountMoves() throws {
    let home = try ChatHome()
    try home.startRelay()
    try home.folder.write("a passphrase of many words\n", to: "pw")
    // because the name is a string that outlives the call
    _ = unsafe chmod(home.folder.path("pw"), 0o600)
    #expect(try home.run(["register", "alice", "--password-file", "pw"] + home.site).status == 0)
    try home.register("bob")
    #expect(!FileManager.default.fileExists(atPath: home.folder.path("data/omamori/chat/alice/account.key")))
    let open = ["--as", "alice", "--password-file", "pw"]
    #expect(try home.run(["send", "bob", "one"] + open).status == 0)
    #expect(try home.run("receive", "--as", "bob").output.contains("one"))
    #expect(try home.run(["verify", "bob", "--confirm"] + open).status == 0)
    let made = try home.run(["export", "alice.backup", "--export-password-file", "pw"] + open)
    #expect(made.status == 0, "\(made.errors)")
    #expect(try home.run(["export", "alice.backup", "--export-password-file", "pw"] + open).status == 2)
    let back = [
      "restore", "alice.backup", "--export-password-file", "pw", "--as", "alice", "--folder", "new",
    ]
    let restored = try home.run(back)
    #expect(restored.status == 0, "\(restored.errors)")
    #expect(try home.run(back).status == 3)
    #expect(try home.run("peers", "--folder", "new", "--json").output.contains("\"verified\""))
    // The peer needs no answer: it is the same identity, in a new session.
    #expect(try home.run("send", "bob", "two", "--folder", "new").status == 0)
    #expect(try home.run("receive", "--as", "bob").output.contains("two"))
    #expect(try home.run("send", "alice", "three", "--as", "bob").status == 0)
    #expect(try home.run("receive", "--folder", "new").output.contains("three"))
  }

  @Test func aLongTextIsToldItsLimit() throws {
    let home = try ChatHome()
    try home.startRelay()
    try home.register("alice", "bob")
    let longest = String(repeating: "x", count: 64_000)
    let refused = try home.run("send", "bob", "--as", "alice", input: longest + "x")
    #expect(refused.status == 2 && refused.errors.contains("64000 bytes"), "\(refused.errors)")
    #expect(refused.errors.contains("--file"))
    let endless = try home.run("send", "bob", "--as", "alice", input: longest + longest)
    #expect(endless.status == 2 && endless.errors.contains("64000 bytes"), "\(endless.errors)")
    #expect(try home.run("send", "bob", "--as", "alice", input: longest + "\n").status == 0)
    #expect(try home.run("send", "bob", "short", "--as", "alice").status == 0)
    // A conversation that is taken up again does not fill the terminal with one message.
    let talk = try home.run("talk", "bob", "--as", "alice")
    #expect(talk.status == 0 && talk.output.contains("short"))
    #expect(talk.output.contains("omamori-chat history") && talk.output.utf8.count < 4_000)
    #expect(try home.run("history", "bob", "--as", "alice").output.contains(longest))
  }

  /// Keys are kept out of core files and from other processes, as those of the agents are.
  @Test(arguments: [["relay", "--listen", "127.0.0.1:0"], ["receive", "--follow", "--as", "alice"]])
  func noCoreHasTheKeys(words: [String]) throws {
    let home = try ChatHome()
    if words[0] != "relay" {
      try home.startRelay()
      try home.register("alice")
    }
    let program = try home.start(words)
    defer { program.signal(SIGKILL) }
    let path = "/proc/\(program.process.processIdentifier)/limits"
    func zeros() throws -> Int? {
      let core = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        .first { $0.hasPrefix("Max core file size") }
      return core?.split(whereSeparator: \.isWhitespace).filter { $0 == "0" }.count
    }
    let limit = ContinuousClock.now + .seconds(20)
    while try zeros() != 2, program.isRunning, ContinuousClock.now < limit { usleep(20_000) }
    #expect(try zeros() == 2)
  }
}
