import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriMessaging
import Testing

@testable import OmamoriChat

/// Parts of `omamori-chat` by themselves: the history on the disk, and lines that are typed.
@Suite("Parts of a chat") struct ChatPartTests {
  private static func entry(_ number: UInt8, _ text: String) throws -> HistoryEntry {
    let date = Date(timeIntervalSince1970: 1_790_000_000)
    return HistoryEntry(
      [UInt8](repeating: number, count: 16), .sent, at: date, try ChatContent(typed: text))
  }

  /// A history with three lines, and its file.
  private static func history(_ folder: Sandbox, _ keyset: Keyset) throws -> ChatHistory {
    let history = try ChatHistory(in: folder.url.path, keyset)
    for number in 1...3 { try history.append(try entry(UInt8(number), "line \(number)"), with: "bob") }
    return history
  }

  @Test func linesAreKeptOnceAndInOrder() throws {
    let folder = try Sandbox()
    let history = try Self.history(folder, try Keyset())
    try history.append(try Self.entry(3, "line 3"), with: "bob")
    #expect(try history.entries(with: "bob").map(\.number) == [1, 2, 3])
    #expect(try history.entries(with: "bob", from: 2).map(\.entry) == [try Self.entry(3, "line 3")])
    try history.append(try Self.entry(9, "お守り"), with: "ボブ/..")
    #expect(history.peers() == ["bob", "ボブ/.."])
    #expect(try folder.names().allSatisfy { $0.hasSuffix(".history") })
  }

  /// Whoever registers another device under a peer's name is not taken for the peer.
  @Test func anotherDeviceIsNobody() throws {
    func isSomebody(_ device: Int) throws -> Bool {
      let name = Base64URL.encode(Array("bob".utf8))
      let json: JSONValue = [
        "sequence": 1, "identifier": "AAAA", "sender": .string("\(name).\(device)"), "envelope": "AAAA",
      ]
      return try RelayedEnvelope(json).sender != nil
    }
    #expect(try isSomebody(1) && !isSomebody(2) && !isSomebody(0))
  }

  /// A text that no envelope holds is refused before it is written down, since it would keep all later ones waiting.
  @Test func aTextThatGrowsTooLongIsRefused() throws {
    let longest = ChatContent.longestText
    for text in [String(repeating: "\"", count: longest), String(repeating: "お", count: longest / 3)] {
      #expect(try ChatContent(decoding: ChatContent(typed: text).encoded) == .text(text))
    }
    let growing = String(repeating: "\u{1}", count: longest)
    #expect(throws: ChatFault.unsendableText) { try ChatContent(typed: growing) }
  }

  /// What somebody put into the folder of an account before stays when the account cannot be made.
  @Test func aHistoryIsNotRemovedWithAKeychain() throws {
    let folder = try Sandbox()
    for name in ["alice", "carol"] {
      let place = ChatPlace(name, in: folder.url.path)
      for path in [place.folder, place.history, place.keychain] {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      }
      try Data([1]).write(to: URL(filePath: place.keyFile))
      if name == "alice" { try Data([2]).write(to: URL(filePath: place.history + "/bob.history")) }
      try place.discardKeychain(keepsKeyFile: name == "alice")
    }
    #expect(try folder.names() == ["alice"])
    let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path("alice")).sorted()
    #expect(left == ["account.key", "history", "history/bob.history"])
  }

  @Test func halfALineIsWrittenAgain() throws {
    let folder = try Sandbox()
    let keyset = try Keyset()
    let history = try Self.history(folder, keyset)
    let whole = try Data(contentsOf: URL(filePath: folder.path("bob.history")))
    for cut in [1, 3, 4, 20] {
      try folder.write(whole + whole.prefix(cut), to: "bob.history")
      #expect(try history.count(with: "bob") == 3)
      try history.append(try Self.entry(4, "line 4"), with: "bob")
      #expect(try history.entries(with: "bob").count == 4)
    }
  }

  /// Where a backup has no room for all lines it has the newest ones, and what is no history is refused.
  @Test func aBackupHasTheNewestLines() throws {
    let entries = try (1...9).map { try Self.entry($0, "line \($0)") }
    let all = HistoryLines.encode(entries, room: 1 << 20)
    #expect(all.left == 0)
    #expect(try HistoryLines.decode(all.record) == entries)
    let some = HistoryLines.encode(entries, room: all.record.count / 2)
    #expect(some.left == 5)
    #expect(try HistoryLines.decode(some.record) == Array(entries.suffix(4)))
    let bytes = all.record.plainCopy
    for damaged in [
      bytes.dropLast(), bytes + [0], bytes + [0xFF, 0xFF, 0xFF, 0xFF], bytes + [0, 0, 0, 1, 0x7B],
    ] {
      let record = SharedSecretBytes(SecretBytes(copying: Array(damaged)))
      #expect(throws: MessagingError.backup(.invalid)) { try HistoryLines.decode(record) }
    }
  }

  @Test func changedLinesAreNoticed() throws {
    let folder = try Sandbox()
    let keyset = try Keyset()
    let history = try Self.history(folder, keyset)
    let path = URL(filePath: folder.path("bob.history"))
    let whole = try Data(contentsOf: path)
    let length = whole.count / 3
    let lines = (0..<3).map { whole[($0 * length)..<(($0 + 1) * length)] }
    // Exchanged, taken out of the middle, of another byte, of another peer, under another key.
    for changed in [
      lines[1] + lines[0] + lines[2], lines[0] + lines[2],
      whole.prefix(40) + [whole[40] ^ 1] + whole.dropFirst(41),
    ] {
      try changed.write(to: path)
      #expect(throws: ChatFault.damagedHistory) { try history.entries(with: "bob") }
    }
    try whole.write(to: URL(filePath: folder.path("eve.history")))
    #expect(throws: ChatFault.damagedHistory) { try history.entries(with: "eve") }
    try whole.write(to: path)
    let other = try ChatHistory(in: folder.url.path, try Keyset())
    #expect(throws: ChatFault.damagedHistory) { try other.entries(with: "bob") }
    #expect(try history.entries(with: "bob").count == 3)
  }

  @Test(arguments: [
    ("hello", TalkLine.words("hello")), ("//etc", .words("/etc")), ("/verify", .verify(isConfirmed: false)),
    ("/verify yes", .verify(isConfirmed: true)), ("/verify no", .unknown),
    ("/attach a b.jpg", .attach("a b.jpg")),
    ("/attach", .unknown), ("/save", .save(nil, nil)), ("/save 3", .save(3, nil)),
    ("/save 3 a b", .save(3, "a b")), ("/save a b", .save(nil, "a b")),
    ("/accept", .answer(isAccepted: true)),
    ("/refuse", .answer(isAccepted: false)), ("/quit", .quit), ("/", .unknown), ("/help", .unknown),
  ])
  func readsLines(line: String, expected: TalkLine) { #expect(TalkLine(line) == expected) }

  @Test(arguments: [
    "", "[]", "{\"version\":2,\"text\":\"a\"}", "{\"version\":1,\"text\":\"\"}", "{\"version\":1,\"text\":7}",
    "{\"version\":1,\"file\":{\"identifier\":\"AA\",\"reference\":\"AA\"}}", "{\"version\":1}", "\u{0}",
  ])
  func whatIsNoMessageIsUnknown(text: String) {
    #expect(ChatContent(decoding: Array(text.utf8)) == .unknown)
  }

  /// The relay hands out an entry at a time, and takes none of more than 4096 bytes.
  @Test func anEntryHasOneTimeKeysOfBothKinds() async throws {
    let bob = try await Messenger.create(
      as: MessagingAddress(name: "bob"), in: InMemoryConversationStore())
    let publication = try await bob.publication(oneTimeKeys: 2)
    let entries = OneTimeEntry.all(of: publication)
    #expect(entries.map(\.name) == ["1-1-1", "1-2-2"])
    for (index, entry) in entries.enumerated() {
      #expect(entry.encoded.count <= 4096)
      let read = try #require(OneTimeEntry(decoding: entry.encoded))
      #expect(read.key == publication.oneTimeKeys[index].bytes)
      #expect(read.encapsulationKey == publication.oneTimeEncapsulationKeys[index].bytes)
    }
  }

  @Test func contentsComeBack() throws {
    let content = try ChatContent(typed: "line\nと \u{1F38C}")
    #expect(ChatContent(decoding: content.encoded) == content)
    #expect(throws: ChatFault.unsendableText) { try ChatContent(typed: "") }
    #expect(throws: ChatFault.unsendableText) {
      try ChatContent(typed: String(repeating: "a", count: 64_001))
    }
  }
}
