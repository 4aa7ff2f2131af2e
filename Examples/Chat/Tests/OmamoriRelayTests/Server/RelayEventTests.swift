import OmamoriCore
import Testing

@testable import OmamoriRelay

/// What a log gets.
@Suite("RelayEvent")
struct RelayEventTests {
  @Test func isALineOfJSON() throws {
    var event = RelayEvent(.request, at: Date(timeIntervalSince1970: 1.5))
    (event.route, event.status, event.milliseconds) = ("putEnvelope", 201, 3)
    #expect(
      event.line == #"{"event":"request","time":1500,"route":"putEnvelope","status":201,"milliseconds":3}"#)
    #expect(RelayEvent(.stopped, at: Date(timeIntervalSince1970: 0)).line == #"{"event":"stopped","time":0}"#)
  }

  @Test(arguments: RelayEvent.Kind.allCases) func sayWhatHappened(kind: RelayEvent.Kind) throws {
    let line = try StrictJSON.parse(RelayEvent(kind, at: Date()).line)
    #expect(line["event"]?.stringValue == kind.rawValue && !kind.rawValue.isEmpty)
  }

  /// What a relay tells of a conversation: routes and numbers, in the order of what happened.
  @Test func namesNobody() async throws {
    var lines: [RelayEvent] = []
    try await RunningRelay.use { (running) async throws -> Void in
      let alice = TestAccount("alice")
      let own = "/v1/accounts/" + alice.address
      #expect(try running.send("PUT", own, alice.identity, as: alice).status == 201)
      #expect(try running.send("GET", own + "/envelopes", as: TestAccount("eve")).status == 403)
      await running.relay.stop()
      lines = running.events.current
    }
    #expect(lines.map(\.kind) == [.started, .request, .request, .stopped])
    #expect(lines.map(\.status) == [nil, 201, 403, nil] && lines[1].route == "register")
    for line in lines.map(\.line) { #expect(!line.contains("YWxpY2U") && !line.contains("127.0.0.1")) }
  }
}
