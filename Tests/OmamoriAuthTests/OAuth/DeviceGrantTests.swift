@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

@Suite struct DeviceGrantTests {
  private let start = Date(timeIntervalSince1970: 1_800_000_000)

  @Test func aDeviceIsLoggedInFromAnother() async throws {
    let setting = try await TestSetting()
    let authorization = try await setting.client.beginDeviceLogin(scope: ["openid", "offline_access"])
    #expect(authorization.userCode == "WDJB-MJHT" && authorization.interval == .seconds(5))
    #expect(authorization.verificationURL.text == "https://as.example/activate")
    #expect(authorization.completeVerificationURL?.query == "user_code=WDJB-MJHT")
    let (client, clock, server) = (setting.client, setting.clock, setting.server)
    let waiting = Task { try await client.completeDeviceLogin(authorization, sleeper: clock) }
    for round in 0..<3 {
      await clock.untilSleeping()
      if round == 2 { server.decideDevices(.approved) }
      clock.advance(by: .seconds(5))
    }
    let login = try await waiting.value
    #expect(login.identity?.claims.subject == "248289761001" && login.tokens.refreshToken != nil)
    #expect(server.log.filter { $0 == "/token" }.count == 3)
  }

  @Test func aPersonCanDecline() async throws {
    let setting = try await TestSetting()
    let authorization = try await setting.client.beginDeviceLogin()
    setting.server.decideDevices(.declined)
    let (client, clock) = (setting.client, setting.clock)
    let waiting = Task { try await client.completeDeviceLogin(authorization, sleeper: clock) }
    await clock.untilSleeping()
    clock.advance(by: .seconds(5))
    await #expect(throws: AuthError.server(.accessDenied, status: 400)) { try await waiting.value }
  }

  @Test func waitingCanBeCancelled() async throws {
    let setting = try await TestSetting()
    let authorization = try await setting.client.beginDeviceLogin()
    let (client, clock) = (setting.client, setting.clock)
    let waiting = Task { try await client.completeDeviceLogin(authorization, sleeper: clock) }
    await clock.untilSleeping()
    waiting.cancel()
    await #expect(throws: AuthError.cancelled) { try await waiting.value }
  }

  @Test func pausesGrowAndEnd() {
    var polling = DevicePolling(interval: .seconds(5), expiry: start + 600)
    #expect(polling.begin(at: start) == .ask(after: .seconds(5)))
    #expect(
      polling.handle(.server(.authorizationPending, status: 400), at: start) == .ask(after: .seconds(5)))
    #expect(polling.handle(.server(.slowDown, status: 400), at: start) == .ask(after: .seconds(10)))
    #expect(polling.handle(.server(.slowDown, status: 429), at: start) == .ask(after: .seconds(15)))
    #expect(
      polling.handle(.server(.authorizationPending, status: 400), at: start) == .ask(after: .seconds(15)))
    #expect(polling.handle(.transport(.notConnected), at: start) == .ask(after: .seconds(30)))
    #expect(polling.handle(.response(.status(503)), at: start) == .ask(after: .seconds(60)))
    #expect(polling.handle(.server(.expiredToken, status: 400), at: start) == .fail(.timedOut))
    #expect(polling.handle(.cancelled, at: start) == .fail(.cancelled))
    #expect(
      polling.handle(.server(.invalidGrant, status: 400), at: start)
        == .fail(.server(.invalidGrant, status: 400)))
    #expect(polling.handle(.server(.authorizationPending, status: 400), at: start + 541) == .fail(.timedOut))
    for _ in 0..<100 { _ = polling.handle(.server(.slowDown, status: 400), at: start) }
    #expect(polling.interval == DevicePolling.greatestInterval)
  }

  @Test(arguments: [
    #"{"device_code":"d","user_code":"u","verification_uri":"https://a.example/x"}"#, "{}",
    #"{"user_code":"u","verification_uri":"https://a.example/x","expires_in":600}"#,
  ])
  func whatIsMissingIsNoticed(_ text: String) throws {
    let object = try #require(try StrictJSON.parse(text).objectValue)
    #expect(throws: AuthError.response(.missingMember)) { try DeviceAuthorization(object, sentAt: start) }
  }

  @Test(arguments: [
    ("http://a.example/x", "u", "600"), ("javascript:alert(1)", "u", "600"),
    ("https://a.example/x", "", "600"),
    ("https://a.example/x", "\\u001b[2J", "600"), ("https://a.example/x", "u", "0"),
    ("https://a.example/x", "u", "-5"),
  ])
  func whatAPersonMustNotSeeIsRefused(_ url: String, _ code: String, _ seconds: String) throws {
    let text =
      #"{"device_code":"d","user_code":"\#(code)","verification_uri":"\#(url)","expires_in":\#(seconds)}"#
    let object = try #require(try StrictJSON.parse(text).objectValue)
    #expect(throws: AuthError.response(.malformed)) { try DeviceAuthorization(object, sentAt: start) }
  }

  /// Nobody can be logged in with such a code: that is said at once, and not that it took too long.
  @Test(arguments: [(60, 60), (60, 90), (4, nil), (200, 1000)] as [(Int, Int?)])
  func aCodeThatExpiresBeforeTheFirstQuestionIsRefused(_ lifetime: Int, _ interval: Int?) throws {
    let pause = interval.map { #","interval":\#($0)"# } ?? ""
    let text = """
      {"device_code":"d","user_code":"u","verification_uri":"https://a.example/x","expires_in":\(lifetime)\(pause)}
      """
    let object = try #require(try StrictJSON.parse(text).objectValue)
    #expect(throws: AuthError.response(.codeExpiresTooSoon)) {
      try DeviceAuthorization(object, sentAt: start)
    }
  }

  @Test func hugeNumbersHaveBounds() throws {
    let text = """
      {"device_code":"d","user_code":"u","verification_url":"https://a.example/x","expires_in":1e30,"interval":1e30}
      """
    let object = try #require(try StrictJSON.parse(text).objectValue)
    let authorization = try DeviceAuthorization(object, sentAt: start)
    #expect(authorization.expiry == start + 3600 && authorization.interval == DevicePolling.greatestInterval)
  }
}
