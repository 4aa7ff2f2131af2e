import Foundation
import OmamoriCore
import OmamoriCrypto
import TestSupport
import Testing

@testable import OmamoriMessaging

/// What groups and attachments send is what Documentation/formats/messaging-groups.md says: a second reader, written from
/// the page alone, reads it.
@Suite("Group format", .enabled(if: GroupScript.isThere))
struct GroupFormatTests {
  private struct Document: Encodable {
    struct File: Encodable {
      let reference: String
      let sealed: String
    }

    var contents: [String] = []
    var messages: [String] = []
    var attachments: [File] = []
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test func aSecondReaderReadsMessages() throws {
    let circle = try GroupCircle(["alice", "bob", "carol", "dave"], members: 2)
    var document = Document()
    let bob = circle.people[1].peer
    func keep(_ outgoing: [GroupMachine.Outgoing], from index: Int) throws {
      for item in outgoing where item.to == bob {
        let bytes = item.content.withBytes { $0.byteArray }
        document.contents.append(hexadecimal(bytes))
      }
      circle.post(outgoing, from: index)
      try circle.deliverAll()
    }
    let welcome = circle[0].welcome(for: bob).content
    document.contents.append(
      hexadecimal(welcome.withBytes { $0.byteArray }))
    var expected: [(String, String, Int)] = []
    func say(_ index: Int, _ text: String, _ counter: Int) throws {
      let sealed = try circle[index].seal(Array(text.utf8), circle.people[index].means())
      try keep(sealed.outgoing, from: index)
      document.messages.append(hexadecimal(sealed.message))
      expected.append((circle.people[index].peer.address.name, text, counter))
    }
    try say(0, "first", 0)
    try say(0, "", 1)
    try keep(try circle[0].change(circle.add(2, isAdmin: true), circle.people[0].means()), from: 0)
    try keep(try circle[2].change(circle.add(3), circle.people[2].means()), from: 2)
    try say(3, "こんにちは", 0)
    try say(3, String(repeating: "long ", count: 1_000), 1)
    let leave = try circle[3].leave(circle.people[3].means())
    // The eldest administrator takes out who leaves.
    let reached = try circle.people.indices.filter { $0 < 3 }.map { index in
      try circle[index].receive(
        GroupContent(decoding: leave[0].content), from: circle.people[3].peer, circle.people[index].means()
      ).outgoing
    }
    try keep(reached[0], from: 0)
    try keep(try circle[0].change(.rename("家族"), circle.people[0].means()), from: 0)
    try say(2, "last", 0)
    let lines = try GroupScript.lines(of: JSONEncoder().encode(document))
    #expect(lines.count == expected.count)
    for (line, (sender, text, counter)) in zip(lines, expected) {
      #expect(line["sender"] as? String == sender)
      #expect(line["text"] as? String == hexadecimal(Array(text.utf8)))
      #expect(line["counter"] as? Int == counter)
    }
    #expect(lines.last?["group"] as? String == "家族")
  }

  @Test func aSecondReaderReadsAttachments() async throws {
    let folder = try TemporaryFolder()
    var document = Document()
    let contents = [0, 10, 16_383, 50_000].map { count in (0..<count).map { UInt8($0 % 251) } }
    for (index, content) in contents.enumerated() {
      let file = try folder.write(content, to: "\(index)")
      let reference = try await Attachment.seal(
        .path(file), to: .path(folder.path("\(index).sealed")), mediaType: "text/plain",
        suggestedName: "\(index).txt")
      document.attachments.append(
        Document.File(
          reference: hexadecimal(reference.encoded),
          sealed: hexadecimal(try folder.bytes(of: "\(index).sealed"))))
    }
    let lines = try GroupScript.lines(of: JSONEncoder().encode(document))
    #expect(lines.map { $0["file"] as? String } == contents.map(hexadecimal))
    #expect(lines.map { $0["name"] as? String } == ["0.txt", "1.txt", "2.txt", "3.txt"])
    #expect(lines.allSatisfy { $0["type"] as? String == "text/plain" })
  }
}
