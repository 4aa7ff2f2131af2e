import Foundation
import Testing

/// Groups of people who talk through a real relay.
@Suite("Groups of a chat", .serialized, .timeLimit(.minutes(5))) struct ChatGroupTests {
  /// A line of a group as `--json` shows it.
  private struct Line: Decodable {
    let name: String?
    let peer: String?
    let text: String?
    let event: String?
    let subject: String?
  }

  /// A member as `--json` shows it.
  private struct Member: Decodable {
    let name: String
    let admin: Bool
  }

  private let home: ChatHome

  init() throws {
    home = try ChatHome()
    try home.startRelay()
    try home.register("alice", "bob", "carol", "dan")
  }

  /// Runs a command that has to succeed.
  @discardableResult
  private func done(
    _ own: String, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let ended = try home.run(words + ["--as", own])
    #expect(ended.status == 0, "\(own) \(words): \(ended.errors)", sourceLocation: sourceLocation)
    #expect(ended.errors == "", sourceLocation: sourceLocation)
    return ended.output
  }

  /// What somebody receives in groups: a text with its sender, or an event.
  private func received(_ own: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> [String] {
    let output = try done(own, "receive", "--json", sourceLocation: sourceLocation)
    return try output.split(separator: "\n").map { line in
      let line = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
      #expect(line.name == "friends", sourceLocation: sourceLocation)
      return line.text.map { "\(line.peer ?? "?"): \($0)" }
        ?? [line.event, line.subject].compactMap(\.self).joined(separator: " ")
    }
  }

  @Test("What cannot be done with a group is refused with the reason and what to do", .timeLimit(.minutes(5)))
  func mistakesAreExplained() throws {
    func refused(_ own: String, _ words: String..., says: String, hints: String) throws {
      let ended = try home.run(words + ["--as", own])
      #expect(ended.status == 2, "\(words)")
      #expect(ended.errors.contains("error: ") && ended.errors.contains(says), "\(words): \(ended.errors)")
      #expect(ended.errors.contains("hint: ") && ended.errors.contains(hints), "\(words): \(ended.errors)")
    }
    try refused("alice", "group", "create", "x", "bob", "bob", says: "named twice", hints: "once")
    try refused(
      "alice", "group", "create", String(repeating: "n", count: 257), "bob", says: "256 bytes",
      hints: "shorter")
    try done("alice", "group", "create", "friends", "bob", "carol")
    _ = try received("bob")
    try refused(
      "alice", "group", "add", "friends", "bob", says: "already a member", hints: "members")
    try refused(
      "alice", "group", "remove", "friends", "dan", says: "not a member", hints: "members")
    try refused("alice", "group", "remove", "friends", "alice", says: "yourself", hints: "leave")
    try refused("bob", "group", "add", "friends", "dan", says: "may not", hints: "administrator")
    try done("bob", "group", "leave", "friends")
    try refused("bob", "group", "leave", "friends", says: "any more", hints: "add you again")
    try refused(
      "bob", "send", "--group", "friends", "hi", says: "any more", hints: "add you again")
  }

  private func members(_ own: String) throws -> [String] {
    let output = try done(own, "group", "members", "friends", "--json")
    return try JSONDecoder().decode([Member].self, from: Data(output.utf8)).map(\.name)
  }

  /// Everybody fetches until nothing comes any more, and nothing of it is shown.
  private func settle(_ names: String...) throws {
    for _ in 1...3 { for name in names { try done(name, "receive") } }
  }

  @Test func peopleTalkInAGroup() throws {
    try done("alice", "group", "create", "friends", "bob", "carol")
    #expect(try received("bob") == ["joined"])
    #expect(try received("carol") == ["joined"])
    // Two who never wrote to each other read each other.
    try done("alice", "send", "--group", "friends", "one")
    try done("bob", "send", "--group", "friends", "two")
    #expect(try received("carol") == ["alice: one", "bob: two"])
    #expect(try received("alice") == ["bob: two"])
    #expect(try received("bob") == ["alice: one"])
    #expect(try members("carol") == ["alice", "bob", "carol"])
    #expect(try received("carol") == [])

    // A fourth one reads what comes from then on.
    try done("alice", "group", "add", "friends", "dan")
    #expect(try received("dan") == ["joined"])
    #expect(try received("bob") == ["added dan"])
    try done("bob", "send", "--group", "friends", "three")
    #expect(try received("dan") == ["bob: three"])
    try done("dan", "send", "--group", "friends", "four")
    #expect(try received("carol") == ["added dan", "bob: three", "dan: four"])
    #expect(try home.run("group", "remove", "friends", "bob", "--as", "dan").status == 2)

    // Who is removed reads nothing later.
    try done("alice", "group", "remove", "friends", "bob")
    try done("alice", "send", "--group", "friends", "without bob")
    let seen = try received("bob")
    #expect(seen.last == "excluded" && !seen.contains { $0.contains("without") }, "\(seen)")
    #expect(try received("carol") == ["removed bob", "alice: without bob"])
    let refused = try home.run("send", "--group", "friends", "still here", "--as", "bob")
    #expect(refused.status == 2)
    #expect(try members("bob") == [])

    // Who leaves is removed by another member.
    try done("carol", "group", "leave", "friends")
    #expect(try received("alice") == ["dan: four", "removed carol"])
    #expect(try received("dan") == ["removed bob", "alice: without bob", "removed carol"])
    #expect(try members("alice") == ["alice", "dan"])
    #expect(try members("dan") == ["alice", "dan"])
    #expect(try members("carol") == [])
    try done("dan", "send", "--group", "friends", "five")
    #expect(try received("carol") == [])

    // Who has deleted a group is not brought back.
    try done("dan", "group", "delete", "friends", "--refuse")
    #expect(try done("dan", "group", "list") == "")
    #expect(try home.run("history", "--group", "friends", "--as", "dan").status == 1)
    try settle("alice")
    #expect(try members("alice") == ["alice"])
    try done("alice", "group", "add", "friends", "dan")
    try done("dan", "receive")
    #expect(try done("dan", "group", "list") == "")

    // Each line is in the history once, and nobody else can read any.
    let history = try done("alice", "history", "--group", "friends")
    for text in ["one", "two", "without bob", "five"] {
      #expect(history.components(separatedBy: ": \(text)\n").count == 2, "\(text)")
    }
    for text in ["without bob", "friends"] {
      #expect(try !ChatHome.holds(home.relayFolder, Array(text.utf8)))
    }
    #expect(try !ChatHome.holds(home.folder.path("data/omamori/chat"), Array("without bob".utf8)))
  }

  /// The relay hands out everything in the order opposite to that of its arrival.
  @Test(.enabled(if: Program.find("python3") != nil, "Python is not installed"))
  func aMessageMayOvertakeItsKey() throws {
    try done("alice", "group", "create", "friends", "bob", "carol")
    #expect(try received("bob") == ["joined"])
    try done("bob", "send", "--group", "friends", "early")
    try home.stopRelay()
    let script = """
      import glob, sqlite3, sys
      database = sqlite3.connect(glob.glob(sys.argv[1] + "/*.db")[0])
      mailbox = "(SELECT recipient FROM envelopes GROUP BY recipient ORDER BY count(*) DESC LIMIT 1)"
      rows = database.execute("SELECT sequence FROM envelopes WHERE recipient = " + mailbox).fetchall()
      assert len(rows) > 2
      sum = min(rows)[0] + max(rows)[0]
      [box] = database.execute("SELECT " + mailbox).fetchone()
      database.execute("UPDATE envelopes SET sequence = -sequence WHERE recipient = ?", (box,))
      database.execute("UPDATE envelopes SET sequence = ? + sequence WHERE recipient = ?", (sum, box))
      database.commit()
      """
    let python = try Program(
      try #require(Program.find("python3")), ["-c", script, home.relayFolder], in: home.folder)
    let turned = try python.wait(seconds: 60)
    try #require(turned.status == 0, "\(turned.errors)")
    try home.startRelay()
    #expect(try received("carol") == ["joined", "bob: early"])
    #expect(try received("carol") == [])
  }

  @Test func messagesOfAGroupWait() throws {
    try done("alice", "group", "create", "friends", "bob", "carol")
    #expect(try received("carol") == ["joined"])
    try done("bob", "receive")
    try settle("alice")
    // What is written while the relay is away goes out later, once and in order.
    try home.stopRelay()
    for text in ["first", "second"] {
      #expect(try home.run("send", "--group", "friends", text, "--as", "bob").status == 3)
    }
    try home.startRelay()
    try done("bob", "receive")
    #expect(try received("carol") == ["bob: first", "bob: second"])
    #expect(try home.run("send", "bob", "--group", "friends", "both", "--as", "carol").status == 2)
    #expect(try home.run("send", "--group", "enemies", "hello", "--as", "carol").status == 1)
    let long = String(repeating: "\"", count: 60_000)
    #expect(try home.run("send", "--group", "friends", "--as", "carol", input: long).status == 2)
  }

  @Test func aRestoredMemberIsAddedAgain() throws {
    try done("alice", "group", "create", "friends", "bob", "carol")
    try settle("bob", "carol", "alice")
    try done("alice", "send", "--group", "friends", "before")
    #expect(try received("bob") == ["alice: before"])
    try home.folder.write("a passphrase of many words\n", to: "pw")
    // because the name is a string that outlives the call
    _ = unsafe chmod(home.folder.path("pw"), 0o600)
    try done("bob", "export", "bob.backup", "--export-password-file", "pw")
    try FileManager.default.moveItem(
      atPath: home.folder.path("data/omamori/chat/bob"), toPath: home.folder.path("old"))
    try done("bob", "restore", "bob.backup", "--export-password-file", "pw", "-q")
    #expect(try done("bob", "group", "list") == "")
    try done("bob", "send", "alice", "add me again")
    try done("alice", "receive")
    try done("alice", "group", "remove", "friends", "bob")
    try done("alice", "group", "add", "friends", "bob")
    #expect(try received("bob").last == "joined")
    try done("bob", "send", "--group", "friends", "here again")
    #expect(try received("alice") == ["bob: here again"])
    #expect(try received("carol").last == "bob: here again")
    // What was said before the restore is there as well.
    let history = try done("bob", "history", "--group", "friends")
    #expect(history.contains("before") && history.contains("here again"))
  }

  /// Commands that are killed anywhere: what was written down arrives, once and in order.
  @Test func everyMessageOfAGroupArrivesOnce() throws {
    try done("alice", "group", "create", "friends", "bob", "carol")
    try settle("bob", "carol", "alice")
    let seed = Seed.value
    var generator = SplitMix(state: seed)
    let rounds = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] == "1" ? 100 : 4
    let usual = try home.run("receive", "--as", "alice").seconds
    func killed(_ words: [String]) throws {
      let program = try home.start(words)
      usleep(UInt32(Double.random(in: 0...(usual * 1.5), using: &generator) * 1_000_000))
      program.signal(SIGKILL)
      _ = try program.wait(seconds: 20)
    }
    for round in 0..<rounds {
      for own in ["alice", "bob", "carol"] {
        try killed(["send", "--group", "friends", "\(own)-\(round)", "--as", own])
        try killed(["receive", "--as", own])
      }
    }
    try settle("alice", "bob", "carol")
    func texts(_ own: String, of sender: String) throws -> [String] {
      let output = try done(own, "history", "--group", "friends", "--json")
      return try output.split(separator: "\n").compactMap { line in
        let line = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
        return (line.peer ?? own) == sender ? line.text : nil
      }
    }
    for sender in ["alice", "bob", "carol"] {
      let sent = try texts(sender, of: sender)
      #expect(Set(sent).count == sent.count, "seed \(seed)")
      for reader in ["alice", "bob", "carol"] {
        #expect(try texts(reader, of: sender) == sent, "seed \(seed): \(reader) reads \(sender)")
      }
    }
  }
}
