import Foundation
import Testing

/// Two people at real terminals, with a relay between them that is killed, as they are.
@Suite(
  "Talking", .serialized, .timeLimit(.minutes(5)),
  .enabled(if: TerminalWall.isAvailable, "tmux is not installed"))
struct ChatTalkTests {
  /// The words of `omamori-chat talk` for an account that is there.
  private static func talk(_ own: String, _ peer: String) -> [String] {
    [ChatProgram.path, "talk", "--as", own, peer]
  }

  /// The three commands of Documentation/chat.md.
  private static func commands() throws -> [[String]] {
    let page = ChatProgram.repository.appending(path: "Documentation/chat.md")
    let text = try String(decoding: Data(contentsOf: page), as: UTF8.self)
    let block = try #require(
      text.components(separatedBy: "```sh\n").dropFirst().first?.components(separatedBy: "```").first)
    return block.split(separator: "\n").map { line in
      [ChatProgram.path] + line.split(separator: " ").dropFirst().map(String.init)
    }
  }

  /// Waits until something is so.
  private static func wait(_ condition: () throws -> Bool) throws {
    let limit = ContinuousClock.now + .seconds(20)
    while try !condition(), ContinuousClock.now < limit { usleep(20_000) }
  }

  @Test func twoPeopleTalkWhateverIsKilled() throws {
    let home = try ChatHome()
    let wall = TerminalWall(in: home.folder, environment: home.environment)
    // Three commands: the relay, one person, the other. Here the relay takes a free port.
    let commands = try Self.commands()
    try #require(commands.count == 3)
    var relay = try wall.open("relay", commands[0] + ["--listen", "127.0.0.1:0", "--json"])
    let shown = try relay.wait(for: "\"pin\"")
    let line = try #require(shown.split(separator: "\n").first { $0.contains("\"pin\"") })
    let facts = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
    let (address, pin) = (try #require(facts["address"]), try #require(facts["pin"]))
    let people = commands.dropFirst().map { words in
      words.map { $0 == "127.0.0.1:7443" ? address : $0.hasPrefix("sha256//") ? pin : $0 }
    }
    var alice = try wall.open("alice", people[0])
    try alice.wait(for: "talking with 'bob'")
    var bob = try wall.open("bob", people[1])
    try bob.wait(for: "talking with 'alice'")

    try alice.type("plain-words-one")
    try bob.wait(for: "alice?: plain-words-one")
    try bob.type("plain-words-two")
    try alice.wait(for: "bob?: plain-words-two")

    // Both see the same number.
    try alice.type("/verify yes")
    try alice.wait(for: "Code: ")
    let numbers = try [("alice", "bob"), ("bob", "alice")].map { own, peer in
      try JSONDecoder().decode(
        [String: String].self, from: Data(home.run("verify", peer, "--as", own, "--json").output.utf8))
    }
    #expect(numbers[0]["safetyNumber"]?.count == 60)
    #expect(numbers[0]["safetyNumber"] == numbers[1]["safetyNumber"])
    #expect(numbers[0]["trust"] == "verified" && numbers[1]["trust"] == "unverified")
    let groups = Array(numbers[0]["safetyNumber"] ?? "")
    #expect(try alice.screen().contains("  \(String(groups[0..<5])) \(String(groups[5..<10])) "))
    #expect(try home.run("verify", "alice", "--as", "bob", "--code", numbers[1]["code"] ?? "").status == 1)
    #expect(try home.run("verify", "alice", "--as", "bob", "--code", numbers[0]["code"] ?? "").status == 0)
    try bob.type("plain-words-three")
    try alice.wait(for: "bob: plain-words-three")

    // A file.
    var generator = SplitMix(state: Seed.value)
    let noise = (0..<70_000).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 24) }
    try home.folder.write(noise, to: "holiday-picture.jpg")
    try FileManager.default.createDirectory(
      atPath: home.folder.path("got"), withIntermediateDirectories: true)
    try alice.type("/attach holiday-picture.jpg")
    try bob.wait(for: "'holiday-picture.jpg', 70.0 kB")
    try bob.type("/save got/picture")
    try bob.wait(for: "saved 'got/picture'")
    #expect(try Data(contentsOf: URL(filePath: home.folder.path("got/picture"))) == Data(noise))

    // The relay goes away in the middle of it.
    relay.kill()
    try alice.type("plain-words-four")
    try alice.wait(for: "nothing is lost")
    try bob.type("plain-words-five")
    // What was written down is not lost; a line that the terminal still has was not written down.
    for (own, peer, words) in [("alice", "bob", "plain-words-four"), ("bob", "alice", "plain-words-five")] {
      try Self.wait { try home.texts(of: own, with: peer, "sent").contains(words) }
    }
    alice.kill()
    relay = try wall.open("relay", commands[0] + ["--listen", address, "--json"])
    try relay.wait(for: "\"pin\"")
    alice = try wall.open("alice", Self.talk("alice", "bob"))
    try alice.wait(for: "bob: plain-words-five")
    try bob.wait(for: "alice: plain-words-four")
    // And the people.
    bob.kill()
    try alice.type("plain-words-six")
    try alice.type("plain-words-seven")
    bob = try wall.open("bob", Self.talk("bob", "alice"))
    try bob.wait(for: "alice: plain-words-seven")
    try bob.type("plain-words-eight")
    try alice.wait(for: "bob: plain-words-eight")
    try alice.press("C-c")
    #expect(try alice.waitForEnd() == 130)
    try bob.press("C-d")
    #expect(try bob.waitForEnd() == 0)
    try relay.press("C-c")
    #expect(try relay.waitForEnd() == 130)

    // Each message is there once, on both sides, in order.
    let words = { (numbers: [String]) in numbers.map { "plain-words-" + $0 } }
    let (fromAlice, fromBob) = (
      words(["one", "four", "six", "seven"]), words(["two", "three", "five", "eight"])
    )
    #expect(try home.texts(of: "alice", with: "bob", "sent") == fromAlice)
    #expect(try home.texts(of: "bob", with: "alice", "received") == fromAlice)
    #expect(try home.texts(of: "bob", with: "alice", "sent") == fromBob)
    #expect(try home.texts(of: "alice", with: "bob", "received") == fromBob)

    // Nothing of it can be read at the relay, nor in what the people keep.
    for needle in [Array("plain-words".utf8), Array("holiday-picture".utf8), Array(noise[5_000..<5_032])] {
      #expect(try !ChatHome.holds(home.relayFolder, needle))
      #expect(try !ChatHome.holds(home.folder.path("data/omamori/chat"), needle))
    }
  }
}
