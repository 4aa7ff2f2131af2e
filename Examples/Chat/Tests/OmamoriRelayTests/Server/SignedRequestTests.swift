import Foundation
@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriRelay

/// Who may ask for what.
@Suite("SignedRequest", .serialized)
struct SignedRequestTests {
  private static func error(_ answer: (status: Int, body: Data)) -> String {
    let document = try? StrictJSON.parse(answer.body)
    return "\(answer.status) \(document?["error"]?.stringValue ?? "-")"
  }

  @Test func onlyTheSignerOfExactlyThisRequestIsServed() async throws {
    try await RunningRelay.use { (running) async throws -> Void in
      let (alice, bob, pin) = (TestAccount("alice"), TestAccount("bob"), running.relay.pin)
      let (own, target) = ("/v1/accounts/" + alice.address, "/v1/accounts/" + alice.address + "/prekeys")
      for account in [alice, bob] {
        let place = "/v1/accounts/" + account.address
        #expect(try running.send("PUT", place, account.identity, as: account).status == 201)
      }
      let body = Array("signed".utf8)
      func attempt(_ signature: String, _ sent: [UInt8] = body) throws -> String {
        Self.error(try running.send("PUT", target, sent, as: alice, signature: signature))
      }
      let good = alice.authorization("PUT", target, body, pin: pin)
      #expect(try attempt(good) == "204 -")
      #expect(try attempt(good) == "401 replayed")
      #expect(try attempt(bob.authorization("PUT", target, body, pin: pin)) == "403 forbidden")
      let forged = bob.authorization("PUT", target, body, pin: pin)
        .replacingOccurrences(of: bob.address, with: alice.address)
      #expect(try attempt(forged) == "401 unauthorized")
      #expect(try attempt(alice.authorization("POST", target, body, pin: pin)) == "401 unauthorized")
      #expect(try attempt(alice.authorization("PUT", own, body, pin: pin)) == "401 unauthorized")
      let elsewhere = "sha256//" + Data(repeating: 1, count: 32).base64EncodedString()
      #expect(try attempt(alice.authorization("PUT", target, body, pin: elsewhere)) == "401 unauthorized")
      #expect(try attempt(alice.authorization("PUT", target, body, pin: pin), [1, 2]) == "401 digest")
      for offset in [-301_000, 301_000] as [Int64] {
        let late = alice.authorization("PUT", target, body, pin: pin, time: TestAccount.now + offset)
        #expect(try attempt(late) == "401 clock")
      }
      let fresh = alice.authorization("PUT", target, body, pin: pin)
      for (part, other) in [
        ("Omamori ", "Bearer "), (", time", ",time"), ("time=", "time=0"), (", nonce=", ", nonce=A"),
      ] {
        #expect(try attempt(fresh.replacingOccurrences(of: part, with: other)) == "401 unauthorized")
      }
      #expect(try attempt(fresh + ", more=1") == "401 unauthorized")
      #expect(try attempt("Omamori") == "401 unauthorized")
      let unknown = TestAccount("nobody")
      #expect(
        Self.error(try running.send("PUT", "/v1/attachments/" + TestAccount.identifier(), body, as: unknown))
          == "401 unauthorized")
    }
  }

  /// What was signed before a start cannot be sent again after it, although nonces are kept in memory only.
  @Test func aRestartForgetsNoRequest() async throws {
    let folder = RunningRelay.newFolder()
    defer { RunningRelay.remove(folder) }
    let alice = TestAccount("alice")
    let own = "/v1/accounts/" + alice.address
    let body = Array("signed".utf8)
    var seen = ""
    try await RunningRelay.use(in: folder) { (running) async throws -> Void in
      #expect(try running.send("PUT", own, alice.identity, as: alice).status == 201)
      seen = alice.authorization("PUT", own + "/prekeys", body, pin: running.relay.pin)
      #expect(try running.send("PUT", own + "/prekeys", body, as: alice, signature: seen).status == 204)
    }
    try await RunningRelay.use(in: folder) { (running) async throws -> Void in
      let again = try running.send("PUT", own + "/prekeys", body, as: alice, signature: seen)
      #expect(Self.error(again) == "401 clock")
      let bundle = try running.send("POST", own + "/bundle", as: alice)
      #expect(bundle.status == 200)
      #expect(try StrictJSON.parse(bundle.body)["prekeys"]?.stringValue == Base64URL.encode(body))
    }
  }

  @Test func aClockThatIsSetBackRefusesNobody() async throws {
    let clock = ManualClock(date: Date() + 7200)
    try await RunningRelay.use({ $0.clock = clock }) { (running) async throws -> Void in
      let alice = TestAccount("alice")
      let own = "/v1/accounts/" + alice.address
      #expect(try running.send("PUT", own, alice.identity, as: alice).status == 401)
      clock.date = Date()
      #expect(try running.send("PUT", own, alice.identity, as: alice).status == 201)
    }
  }

  /// Accounts cost nothing, so that what is stored is counted by the address of the network, too.
  @Test func manyAccountsOfOneAddressStoreNoMoreThanOne() async throws {
    try await RunningRelay.use({ $0.limits.storeBytes = 4 << 20 }) { (running) async throws -> Void in
      let body = [UInt8](repeating: 1, count: 150_000)
      var statuses: [Int] = []
      for (number, source) in ["127.0.0.1", "127.0.0.1", "127.0.0.2"].enumerated() {
        let account = TestAccount("account \(number)")
        let own = "/v1/accounts/" + account.address
        #expect(try running.send("PUT", own, account.identity, as: account).status == 201)
        let target = "/v1/attachments/" + TestAccount.identifier()
        statuses.append(
          try running.send("PUT", target, body, as: account, arguments: ["--interface", source]).status)
      }
      #expect(statuses == [201, 507, 201])
    }
  }

  /// What is refused since it comes too often takes nothing from others.
  @Test func oneAccountDoesNotKeepAnotherFromAsking() async throws {
    let narrow: (inout RelayOptions) -> Void = { options in
      (options.limits.requests, options.limits.nonces) = (3, 2)
      options.clock = ManualClock(date: Date())
    }
    try await RunningRelay.use(narrow) { (running) async throws -> Void in
      let (alice, bob) = (TestAccount("alice"), TestAccount("bob"))
      for account in [alice, bob] {
        let place = "/v1/accounts/" + account.address
        #expect(try running.send("PUT", place, account.identity, as: account).status == 201)
      }
      func ask(_ account: TestAccount) throws -> String {
        Self.error(try running.send("GET", "/v1/accounts/\(account.address)/prekeys/one-time", as: account))
      }
      let answers = try (0..<8).map { _ in try ask(alice) }
      #expect(answers == Array(repeating: "200 -", count: 3) + Array(repeating: "429 rate", count: 5))
      #expect(try ask(bob) == "200 -")
    }
  }

  @Test func limitsHoldEachAccountBack() async throws {
    let narrow: (inout RelayOptions) -> Void = { options in
      options.limits.bundlesPerHour = 4
      options.limits.oneTimeEntriesPerPairPerHour = 2
      options.limits.registrationsPerHour = 2
      options.limits.oneTimeEntries = 3
      options.limits.envelopes = 48
      options.clock = ManualClock(date: Date())
    }
    try await RunningRelay.use(narrow) { (running) async throws -> Void in
      let (alice, bob) = (TestAccount("alice"), TestAccount("bob"))
      for account in [alice, bob] {
        let place = "/v1/accounts/" + account.address
        #expect(try running.send("PUT", place, account.identity, as: account).status == 201)
      }
      let third = TestAccount("third")
      let refused = try running.send("PUT", "/v1/accounts/" + third.address, third.identity, as: third)
      #expect(Self.error(refused) == "429 rate")
      let own = "/v1/accounts/" + bob.address
      func publish(_ names: [String]) throws -> String {
        let list = names.map { #"{"name":"\#($0)","entry":"AAAA"}"# }.joined(separator: ",")
        let body = Array(#"{"entries":[\#(list)]}"#.utf8)
        return Self.error(try running.send("POST", own + "/prekeys/one-time", body, as: bob))
      }
      #expect(try publish(["a", "b", "c", "d"]) == "507 full")
      #expect(try publish(["a", "b", "c"]) == "200 -")
      #expect(try publish(["a", "a"]) == "400 malformed")
      #expect(try publish(["a/b"]) == "400 malformed")
      #expect(Self.error(try running.send("POST", own + "/bundle", as: alice)) == "404 not_found")
      #expect(try running.send("PUT", own + "/prekeys", [1], as: bob).status == 204)
      // The first of four bundles is spent; entries are given twice, and then the bundle has none.
      let bundles = try (0..<3).map { _ in
        try StrictJSON.parse(try running.send("POST", own + "/bundle", as: alice).body)
      }
      let names = bundles.map { $0["oneTime"]?["name"]?.stringValue }
      #expect(names.compactMap { $0 }.count <= 2 && names[2] == nil)
      #expect(Self.error(try running.send("POST", own + "/bundle", as: alice)) == "429 rate")
      let statuses = try (0..<3).map { number in
        let target = own + "/envelopes/" + TestAccount.identifier()
        return try running.send("PUT", target, [UInt8(number)], as: alice).status
      }
      // One whom the recipient does not know has a small part of the mailbox.
      #expect(statuses == [201, 201, 507])
    }
  }
}
