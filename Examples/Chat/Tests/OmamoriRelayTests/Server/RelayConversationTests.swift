import Foundation
import OmamoriCore
import Testing

@testable import OmamoriRelay

/// An independent client, made from the written interface, against a relay.
@Suite("RelayConversation", .serialized, .enabled(if: Program.hasPython))
struct RelayConversationTests {
  private static func run(
    _ scenario: String, _ running: RunningRelay
  ) throws -> [String: Any] {
    let question = #"{"scenario":"\#(scenario)","port":\#(running.relay.port),"pin":"\#(running.relay.pin)"}"#
    let program = try Program.run(
      Program.python + [Program.script("relay_scenarios.py")], input: Array(question.utf8))
    return try #require(try JSONSerialization.jsonObject(with: program.output) as? [String: Any])
  }

  @Test func twoAccountsTalk() async throws {
    try await RunningRelay.use { (running) async throws -> Void in
      let seen = try Self.run("talk", running)
      func expect(_ name: String, _ value: some Equatable, _ place: SourceLocation = #_sourceLocation) {
        #expect("\(seen[name].map { "\($0)" } ?? "")" == "\(value)", sourceLocation: place)
      }
      func list(_ name: String) -> [Int] {
        (seen[name] as? [Any] ?? []).compactMap { ($0 as? NSNumber)?.intValue }
      }
      expect("health", 200)
      #expect(list("register") == [201, 200, 201])
      expect("taken", 409)
      #expect(list("publish") == [204, 200, 2])
      expect("bundle", "signed part")
      #expect((seen["entries"] as? [Any])?.compactMap { $0 as? String } == ["one", "two"])
      #expect(list("again") == [200, 0])
      expect("changed", 409)
      expect("count", 0)
      #expect(list("send") == [201, 200])
      expect("other", 409)
      #expect(list("received") == [200, 1, 1, 1, 1, 0])
      #expect(list("acknowledge") == [204, 204])
      expect("left", 0)
      expect("late", 200)
      expect("left again", 0)
      #expect(list("attachment") == [201, 200])
      #expect(list("fetched") == [200, 1])
      let names = ["alice", "ボブ", "YWxpY2U"]
      for event in running.events.current {
        for name in names { #expect(!event.line.contains(name)) }
      }
    }
  }

  @Test func eightClientsGetEachEntryOnce() async throws {
    let widen: (inout RelayOptions) -> Void = { options in
      options.limits.oneTimeEntriesPerHour = 1000
      options.limits.oneTimeEntriesPerPairPerHour = 1000
      options.limits.bundlesPerHour = 1000
    }
    try await RunningRelay.use(widen) { (running) async throws -> Void in
      let seen = try Self.run("drain", running)
      #expect(seen["taken"] as? Int == 100 && seen["different"] as? Int == 100)
      #expect((seen["empty"] as? [Int])?.allSatisfy { $0 == 200 } == true)
    }
  }
}
