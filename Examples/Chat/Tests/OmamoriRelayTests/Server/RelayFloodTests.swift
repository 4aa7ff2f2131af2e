import Foundation
import OmamoriCore
import Testing

@testable import OmamoriRelay

/// Accounts that take all they can get from a relay, and what is left for others: a relay and its clients as processes
/// of their own.
@Suite("RelayFlood", .serialized, .enabled(if: Program.hasPython))
struct RelayFloodTests {
  private static func run(
    _ scenario: String, _ more: [String: JSONValue] = [:], _ change: (inout RelayLimits) -> Void
  ) async throws -> JSONValue {
    var seen = JSONValue.null
    let widen: (inout RelayOptions) -> Void = { options in
      options.limits.registrationsPerHour = 10_000
      change(&options.limits)
    }
    try await RunningRelay.use(widen) { (running) async throws -> Void in
      var question: JSONObject = [
        "scenario": .string(scenario), "port": .integer(Int64(running.relay.port)),
        "pin": .string(running.relay.pin),
      ]
      for (name, value) in more { question[name] = value }
      let program = try Program.run(
        Program.python + [Program.script("relay_floods.py")], input: JSONValue.object(question).utf8(),
        seconds: 240)
      seen = try #require(try StrictJSON.parse(Array(program.output))["seen"])
    }
    return seen
  }

  private static func numbers(_ value: JSONValue?) -> [Int] {
    (value?.arrayValue ?? []).compactMap(\.intValue)
  }

  @Test func accountsThatAskOftenKeepNobodyElseFromAsking() async throws {
    let seen = try await Self.run("ask") { $0.nonces = 30 }
    #expect(Self.numbers(seen["crowd"]) == [200] && seen["other"]?.intValue == 200, "\(seen)")
  }

  /// Forty strangers leave the parts of those whom the recipient knows, and room for one envelope of anybody else.
  @Test func strangersDoNotCloseAMailbox() async throws {
    let seen = try await Self.run("crowd", ["strangers": 40]) { $0.envelopes = 400 }
    #expect(Self.numbers(seen["before"]) == [201, 201, 204])
    #expect(Self.numbers(seen["friend"]) == Array(repeating: 201, count: 10), "\(seen)")
    #expect(Self.numbers(seen["reader"]) == [201, 201, 201], "\(seen)")
    #expect(seen["newcomer"]?.intValue == 201, "\(seen)")
    #expect(Self.numbers(seen["taken"]).count == 40)
  }

  @Test func accountsThatStoreMuchLeaveRoomForOthers() async throws {
    let seen = try await Self.run("fill", ["accounts": 12, "size": 1_000_000]) { limits in
      (limits.storeBytes, limits.accounts) = (32 << 20, 100)
    }
    #expect(seen["attachment"]?.intValue == 201, "\(seen)")
    #expect(Self.numbers(seen["envelopes"]) == [201, 201, 201], "\(seen)")
    #expect(Self.numbers(seen["publish"]) == [204, 200] && seen["acknowledge"]?.intValue == 204, "\(seen)")
  }

  /// A client that sends all of its body before it reads gets the answer, not a connection that is reset.
  @Test func anOversizedBodyGetsItsAnswer() async throws {
    let seen = try await Self.run("oversized", ["sizes": [3_000_000, 2_100_000, 1_000_000]]) {
      $0.attachmentSize = 2 << 20
    }
    #expect(Self.numbers(seen) == [413, 413, 201], "\(seen)")
  }

  @Test func whoGoesOnSendingBehindARefusalIsSentAway() async throws {
    let most = try await Self.run("endless") { $0.attachmentSize = 2 << 20 }
    #expect((most.intValue ?? 64) < 32)
    let count = try await Self.run("dawdle") { $0.bodyTime = .seconds(1) }
    #expect((count.intValue ?? 300) < 300)
  }
}
