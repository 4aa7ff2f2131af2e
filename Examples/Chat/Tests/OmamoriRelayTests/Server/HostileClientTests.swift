import Foundation
import OmamoriCore
import Testing

@testable import OmamoriRelay

/// Clients that want to keep the relay busy, or to make it read something in two ways.
@Suite("HostileClient", .serialized)
struct HostileClientTests {
  private static let health = "GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n"

  private static func statuses(_ text: String) -> [Int] {
    text.components(separatedBy: "HTTP/1.1 ").dropFirst().compactMap { Int($0.prefix(3)) }
  }

  @Test func rawRequestsAreAnsweredInOrderAndRefusedForGood() async throws {
    try await RunningRelay.use { (running) async throws -> Void in
      let last = "GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
      #expect(Self.statuses(try running.raw(Self.health + Self.health + last)) == [200, 200, 200])
      #expect(Self.statuses(try running.raw(Self.health + "BAD\r\n\r\n" + Self.health)) == [200, 400])
      let smuggled =
        "POST /v1/health HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "0\r\n\r\n" + Self.health
      #expect(Self.statuses(try running.raw(smuggled)) == [400])
      let chunked = "PUT /v1/a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
      #expect(Self.statuses(try running.raw(chunked)) == [501])
      #expect(Self.statuses(try running.raw("GET /v1/health HTTP/1.0\r\nHost: x\r\n\r\n")) == [505])
      let long = "GET /" + String(repeating: "a", count: 9000) + " HTTP/1.1\r\n"
      #expect(Self.statuses(try running.raw(long)) == [414])
      let wide = Self.health.dropLast(2) + String(repeating: "A: b\r\n", count: 100) + "\r\n"
      #expect(Self.statuses(try running.raw(String(wide))) == [431])
      #expect(Self.statuses(try running.raw("PUT /v1/health HTTP/1.1\r\nHost: x\r\n\r\n")) == [411])
      let other = "DELETE /v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
      let answer = try running.raw(other)
      #expect(Self.statuses(answer) == [405] && answer.contains("Allow: GET\r\n"))
      let body = "GET /v1/health HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
      #expect(Self.statuses(try running.raw(body)) == [413])
    }
  }

  @Test func slowClientsAreSentAway() async throws {
    let hasten: (inout RelayOptions) -> Void = { options in
      options.limits.headTime = .milliseconds(300)
      options.limits.handshakeTime = .milliseconds(300)
      options.limits.idleTime = .milliseconds(300)
    }
    try await RunningRelay.use(hasten) { (running) async throws -> Void in
      // A client that waits for the end of the connection after half of a head, and one that never says a word.
      let slow = try Program.run(
        [
          "openssl", "s_client", "-connect", "127.0.0.1:\(running.relay.port)", "-quiet", "-ign_eof",
        ], input: Array("GET /v1/health HTTP/1.1\r\nHost: ".utf8), seconds: 20)
      #expect(Self.statuses(slow.text) == [408])
      let silent = try Program.run(
        ["openssl", "s_client", "-connect", "127.0.0.1:\(running.relay.port)", "-quiet", "-ign_eof"],
        seconds: 20)
      #expect(silent.text.isEmpty && silent.status != 137)
      #expect(try await RunningRelay.eventually { running.relay.connectionCount == 0 })
    }
  }

  @Test(.enabled(if: Program.hasPython)) func aThousandSilentConnectionsHoldUpNobodyElse() async throws {
    let narrow: (inout RelayOptions) -> Void = { options in
      options.limits.connections = 40
      options.limits.connectionsPerPeer = 25
      options.limits.handshakeTime = .seconds(2)
    }
    try await RunningRelay.use(narrow) { (running) async throws -> Void in
      let port = running.relay.port
      let idle = Task.detached { () throws -> String in
        let question = #"{"port":\#(port),"count":1000,"soon":1,"late":10}"#
        return try Program.run(
          Program.python + [Program.script("idle_clients.py")], input: Array(question.utf8)
        ).text
      }
      #expect(try await RunningRelay.eventually { running.relay.connectionCount == 25 })
      // Somebody at another address is served meanwhile.
      #expect(try running.curl(["--interface", "127.0.0.2"]).status == 0)
      #expect(running.relay.connectionCount <= 26)
      let counts = try StrictJSON.parse(try await idle.value)
      #expect((counts["kept"]?.intValue ?? 1000) <= 25 && counts["left"]?.intValue == 0)
      // On a busy machine some come when the first ones have been sent away.
      #expect(running.events.current.filter { $0.kind == .connectionRefused }.count >= 900)
      #expect(try running.curl([]).status == 0)
    }
  }

  @Test(.enabled(if: Program.hasPython)) func halfOfAConnectionIsEnough() async throws {
    try await RunningRelay.use { (running) async throws -> Void in
      let question = #"{"scenario":"half","port":\#(running.relay.port),"pin":"\#(running.relay.pin)"}"#
      let script = Program.python + [Program.script("relay_scenarios.py")]
      #expect(try Program.run(script, input: Array(question.utf8)).text == "[\"200\", \"\"]\n")
      #expect(try await RunningRelay.eventually { running.relay.connectionCount == 0 })
    }
  }

  @Test func garbageIsNoHandshake() async throws {
    let hasten: (inout RelayOptions) -> Void = { $0.limits.handshakeTime = .milliseconds(300) }
    try await RunningRelay.use(hasten) { (running) async throws -> Void in
      for text in [Self.health, "\u{16}\u{3}\u{1}\u{2}\0\u{1}", String(repeating: "x", count: 100_000)] {
        _ = try Program.run(
          ["curl", "-s", "--max-time", "5", "telnet://127.0.0.1:\(running.relay.port)"],
          input: Array(text.utf8))
      }
      #expect(
        try await RunningRelay.eventually {
          running.events.current.filter { $0.kind == .handshakeFailed }.count == 3
        })
      #expect(try running.curl([]).status == 0)
    }
  }

  @Test func bodiesAreBounded() async throws {
    let narrow: (inout RelayOptions) -> Void = { $0.limits.attachmentSize = 2 << 20 }
    try await RunningRelay.use(narrow) { (running) async throws -> Void in
      let alice = TestAccount("alice")
      let own = "/v1/accounts/" + alice.address
      #expect(try running.send("PUT", own, alice.identity, as: alice).status == 201)
      let target = "/v1/attachments/" + TestAccount.identifier()
      let body = [UInt8](repeating: 7, count: (2 << 20) + 1)
      #expect(try running.send("PUT", target, body, as: alice).status == 413)
      #expect(try running.send("PUT", target, Array(body.dropLast()), as: alice).status == 201)
      // Nothing of a body is received from somebody who may not send it: curl waits to be told to go on.
      let stranger = try running.send(
        "PUT", target, body, as: TestAccount("eve"), arguments: ["-H", "Expect: 100-continue"])
      #expect(stranger.status == 401)
      #expect(try running.send("PUT", own + "/prekeys", [], as: alice).status == 400)
      #expect(try running.send("PUT", own + "/prekeys", body, as: alice).status == 413)
    }
  }

  /// A body must keep coming: who announces one and sends a piece of it does not keep its room for minutes.
  @Test func aBodyThatStopsComingIsSentAway() async throws {
    let hasten: (inout RelayOptions) -> Void = { $0.limits.bodyTime = .milliseconds(300) }
    try await RunningRelay.use(hasten) { (running) async throws -> Void in
      let alice = TestAccount("alice")
      let own = "/v1/accounts/" + alice.address
      #expect(try running.send("PUT", own, alice.identity, as: alice).status == 201)
      let target = "/v1/attachments/" + TestAccount.identifier()
      let field = alice.authorization("PUT", target, [], pin: running.relay.pin)
      let head = "PUT \(target) HTTP/1.1\r\nHost: x\r\nAuthorization: \(field)\r\n"
      let answer = try running.raw(head + "Content-Length: 4194304\r\n\r\nabc")
      #expect(Self.statuses(answer) == [408])
    }
  }

  @Test func roomForBodiesIsShared() throws {
    var limits = RelayLimits()
    limits.bodies = 4_000_000
    let registry = try ConnectionRegistry(limits)
    let peers = (1...3).map { PeerAddress([2, 0, 0, 0, 127, 0, 0, $0], isShort: true) }
    #expect(registry.reserve(2_000_000, for: peers[0]) && !registry.reserve(800_000, for: peers[0]))
    #expect(registry.reserve(2_000_000, for: peers[1]) && !registry.reserve(800_000, for: peers[2]))
    // Envelopes have room even then, whatever a delivery of them is.
    let delivery = 700_000
    for peer in peers {
      #expect(registry.reserve(limits.envelopeSize, for: peer) && registry.reserve(delivery, for: peer))
    }
    registry.release(delivery, for: peers[0])
    registry.release(2_000_000, for: peers[0])
    #expect(registry.reserve(800_000, for: peers[2]) && registry.reserve(1_200_000, for: peers[0]))
    #expect(!registry.reserve(800_000, for: peers[0]))
  }

  @Test func nobodyWaitsForAClientThatWentAway() async throws {
    try await RunningRelay.use { (running) async throws -> Void in
      let alice = TestAccount("alice")
      let own = "/v1/accounts/" + alice.address
      #expect(try running.send("PUT", own, alice.identity, as: alice).status == 201)
      let left = try running.send(
        "GET", own + "/envelopes?wait=30", as: alice, arguments: ["--max-time", "0.3"])
      #expect(left.status == 0)
      #expect(try await RunningRelay.eventually { running.relay.connectionCount == 0 })
    }
  }

  @Test func stoppingEndsWaitingRequestsSoon() async throws {
    try await RunningRelay.use { (running) async throws -> Void in
      let alice = TestAccount("alice")
      let own = "/v1/accounts/" + alice.address
      #expect(try running.send("PUT", own, alice.identity, as: alice).status == 201)
      let waiting = Task.detached {
        try running.send("GET", own + "/envelopes?wait=30", as: alice)
      }
      #expect(try await RunningRelay.eventually { running.relay.connectionCount == 1 })
      try await Task.sleep(for: .milliseconds(100))
      let beginning = ContinuousClock.now
      await running.relay.stop()
      #expect(ContinuousClock.now - beginning < .seconds(3))
      let answer = try await waiting.value
      #expect(answer.status == 200 && answer.body == Data(#"{"envelopes":[],"more":false}"#.utf8))
      #expect(try running.curl([]).status == 7)
    }
  }
}
