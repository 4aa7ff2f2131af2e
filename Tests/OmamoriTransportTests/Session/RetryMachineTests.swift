@_spi(Testing) import OmamoriCore
@testable import OmamoriTransport
@testable import OmamoriTransportCurl
import Testing

/// Which requests are sent again, when and how often.
@Suite("Sending again: decisions")
struct RetryMachineTests {
  private let rule = RetryRule()
  // The moment of the example in RFC 9110, section 5.6.7.
  private let date = Date(timeIntervalSince1970: 784_111_777)

  private func machine(
    _ method: HTTPMethod = .get, _ body: RequestBody = .none, _ rule: RetryRule? = nil
  ) throws -> RetryMachine {
    RetryMachine(
      try HTTPRequest(method, RequestURL("https://a.example/"), body: body), rule: rule ?? self.rule)
  }

  private func wait(
    _ outcome: RetryMachine.Outcome, _ method: HTTPMethod = .get, _ body: RequestBody = .none,
    _ rule: RetryRule? = nil, elapsed: Duration = .zero
  ) throws -> Duration? {
    var machine = try machine(method, body, rule)
    return machine.wait(after: outcome, elapsed: elapsed, date: date, chance: 1000)
  }

  @Test(
    "Only failures before a response are",
    arguments: [TransportError.nameNotResolved, .notConnected, .connectionLost])
  func failures(_ error: TransportError) throws {
    #expect(try wait(.failed(error)) == .milliseconds(500))
  }

  @Test(
    "What another attempt does not change is not",
    arguments: [
      TransportError.handshakeFailed(alert: 40), .clientCertificateNeeded, .hostNotListed, .timedOut,
      .cancelled,
      .closed, .busy, .redirectRefused, .malformedResponse, .responseTooLarge(limit: 1), .unreadableBody,
      .status(503), .policy(.noAnchors), .backend(code: 1), .chainTooLong,
    ])
  func final(_ error: TransportError) throws {
    #expect(try wait(.failed(error)) == nil)
  }

  @Test("A server that was refused is not asked again")
  func refused() throws {
    let verdict = ConnectionVerdict(
      host: try HostName("a.example"), faults: [.untrustedRoot], chain: nil, pins: nil, facts: nil)
    #expect(try wait(.failed(.refused(verdict))) == nil)
  }

  @Test("A server that asks for patience gets it", arguments: [429, 502, 503, 504])
  func statuses(_ status: Int) throws {
    #expect(try wait(.answered(status: status, retryAfter: [])) == .milliseconds(500))
    #expect(try wait(.answered(status: status, retryAfter: ["7"])) == .seconds(7))
    #expect(try wait(.answered(status: status, retryAfter: ["0"])) == .milliseconds(500), "never shorter")
    #expect(try wait(.answered(status: status, retryAfter: ["soon"])) == .milliseconds(500))
    let moment = "Sun, 06 Nov 1994 08:50:37 GMT"
    #expect(try wait(.answered(status: status, retryAfter: [moment])) == .seconds(60))
    #expect(try wait(.answered(status: status, retryAfter: ["121"])) == nil, "longer than there is time")
    #expect(try wait(.answered(status: status, retryAfter: ["7"]), elapsed: .seconds(114)) == nil)
  }

  @Test(
    "Other statuses are answers", arguments: [200, 204, 301, 400, 401, 404, 408, 409, 425, 500, 501, 505])
  func answers(_ status: Int) throws {
    #expect(try wait(.answered(status: status, retryAfter: ["1"])) == nil)
  }

  @Test(
    "Only what may be done twice is sent twice, unless the caller says so", arguments: HTTPMethod.allCases)
  func methods(_ method: HTTPMethod) throws {
    #expect(try (wait(.failed(.notConnected), method) != nil) == method.isIdempotent)
    var any = RetryRule()
    any.repeatsAnyMethod = true
    #expect(try wait(.failed(.notConnected), method, .none, any) != nil)
    guard method.allowsBody else { return }
    #expect(try wait(.failed(.notConnected), method, .stream(length: 1, .bytes) { nil }, any) == nil)
    #expect(try wait(.failed(.notConnected), method, .bytes(Data([1]), .bytes), any) != nil)
  }

  @Test("Waits double up to the longest, half of each is chance, and the attempts are counted")
  func backoff() throws {
    var rule = RetryRule()
    (rule.attempts, rule.firstWait, rule.longestWait) = (6, .seconds(1), .seconds(5))
    for (chance, expected) in [(1000, [1000, 2000, 4000, 5000, 5000]), (0, [500, 1000, 2000, 2500, 2500])] {
      var machine = try machine(.get, .none, rule)
      for milliseconds in expected {
        let wait = machine.wait(after: .failed(.notConnected), elapsed: .zero, date: date, chance: chance)
        #expect(wait == .milliseconds(milliseconds))
      }
      #expect(machine.wait(after: .failed(.notConnected), elapsed: .zero, date: date, chance: 0) == nil)
    }
    rule.attempts = .max
    var machine = try machine(.get, .none, rule)
    for _ in 1..<RetryRule.greatestAttempts {
      #expect(machine.wait(after: .failed(.notConnected), elapsed: .zero, date: date, chance: 0) != nil)
    }
    #expect(machine.wait(after: .failed(.notConnected), elapsed: .zero, date: date, chance: 0) == nil)
  }

  @Test("A rule without sense sends once and does not trap", arguments: [0, -1, Int.min])
  func senseless(_ attempts: Int) throws {
    var rule = RetryRule()
    rule.attempts = attempts
    #expect(try wait(.failed(.notConnected), .get, .none, rule) == nil)
    (rule.attempts, rule.firstWait, rule.longestWait) = (3, .seconds(-5), .seconds(Int64.max))
    #expect(try wait(.failed(.notConnected), .get, .none, rule) == .zero)
    (rule.firstWait, rule.total) = (.seconds(Int64.max), .seconds(Int64.max))
    _ = try wait(.failed(.notConnected), .get, .none, rule)
  }
}
