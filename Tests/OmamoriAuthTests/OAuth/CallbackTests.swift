@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

/// Attacks on the callback, each refused by the flow; the order of the checks is part of it.
@Suite struct CallbackTests {
  private static let redirect = "com.example.app:/callback"

  private func login(
    demandsIssuer: Bool = false, lifetime: Duration = .seconds(600), _ clock: ManualClock = ManualClock()
  ) throws -> PendingAuthorization {
    var metadata = ServerMetadata(issuer: try Issuer("https://as.example"))
    (metadata.statesProofKey, metadata.statesIssuerInCallback) = (true, demandsIssuer)
    var request = AuthorizationRequest(redirectURI: try RedirectURI(Self.redirect))
    request.lifetime = lifetime
    return try PendingAuthorization(
      request, at: metadata, clientIdentifier: "app", keyThumbprint: nil,
      randomness: SeededRandomness(seed: 5),
      now: clock.date)
  }

  private func judge(
    _ query: String, _ pending: PendingAuthorization, _ clock: ManualClock = ManualClock()
  ) -> PendingAuthorization.Judgement {
    let text = query.replacing("STATE", with: pending.state.reveal())
    return pending.judge(SecretText(copying: text), at: clock.date)
  }

  @Test func aGoodCallbackGivesTheCode() throws {
    let pending = try login()
    #expect(
      judge(Self.redirect + "?code=a%2Bb%20c+d&state=STATE&session_state=x%2Fy", pending)
        == .code(SecretText(copying: "a+b c d")))
    #expect(
      judge(
        Self.redirect + "?state=STATE&code=c&iss=https%3A%2F%2Fas.example", try login(demandsIssuer: true))
        == .code(SecretText(copying: "c")))
  }

  @Test(arguments: [
    "com.example.app:/callback/?code=c&state=STATE", "com.example.app:/Callback?code=c&state=STATE",
    "com.example.app://callback?code=c&state=STATE", "https://app.example/callback?code=c&state=STATE",
    "com.example.app:/callback2?code=c&state=STATE", "com.example.app:/?code=c&state=STATE", "",
  ])
  func anotherAddressIsForeign(_ url: String) throws {
    #expect(judge(url, try login()) == .foreign(.callback(.wrongRedirectURI)))
  }

  /// Fails without the check for duplicates: the first of two codes would be taken.
  @Test(arguments: [
    "?code=evil&state=STATE&code=good", "?code=c&state=STATE&state=STATE", "?code=c&state=STATE&c%6Fde=d",
    "?code=c&state=STATE&iss=https://as.example&iss=https://attacker.example", "?code=c&code&state=STATE",
    "?code=c&state=STATE&x=1&x=2",
  ])
  func duplicatesAreForeign(_ query: String) throws {
    #expect(judge(Self.redirect + query, try login()) == .foreign(.callback(.duplicateParameter)))
  }

  @Test(arguments: [
    "?code=c", "?code=c&state=", "?code=c&state", "?code=c&state=STATEx", "?code=c&state=state",
    "?code=c&State=STATE",
    "", "?", "?error=access_denied", "?code=c&iss=https://as.example",
  ])
  func aCallbackWithoutTheStateIsForeign(_ query: String) throws {
    #expect(judge(Self.redirect + query, try login()) == .foreign(.callback(.stateMismatch)))
  }

  @Test(arguments: [
    "#code=c&state=STATE", "?code=c&state=STATE#x", "?code=%&state=STATE", "?code=%4&state=STATE",
    "?code=%zz&state=STATE",
    "?code=%FF&state=STATE", "?code=%C0%AF&state=STATE", "?code=c d&state=STATE", "?code=c\r\nx&state=STATE",
    "?code=\u{E9}&state=STATE",
  ])
  func aMalformedCallbackIsForeign(_ query: String) throws {
    #expect(judge(Self.redirect + query, try login()) == .foreign(.callback(.malformed)))
  }

  @Test func aHugeCallbackIsForeign() throws {
    let long = "?state=STATE&code=" + String(repeating: "c", count: CallbackParameters.greatestSize)
    #expect(judge(Self.redirect + long, try login()) == .foreign(.callback(.malformed)))
    let many = "?state=STATE&code=c" + (0..<70).map { "&p\($0)=1" }.joined()
    #expect(judge(Self.redirect + many, try login()) == .foreign(.callback(.malformed)))
  }

  /// The mix-up attack: another server's code for this login (RFC 9207).
  @Test(arguments: [
    ("?code=c&state=STATE", true), ("?code=c&state=STATE&iss=", true),
    ("?code=c&state=STATE&iss=https://as.example/", true),
    ("?code=c&state=STATE&iss=https://attacker.example", true),
    ("?code=c&state=STATE&iss=https://AS.example", true),
    ("?code=c&state=STATE&iss=https://attacker.example", false), ("?error=server_error&state=STATE", true),
  ])
  func anotherIssuerFails(_ query: String, _ demandsIssuer: Bool) throws {
    #expect(
      judge(Self.redirect + query, try login(demandsIssuer: demandsIssuer))
        == .failed(.callback(.issuerMismatch)))
  }

  @Test func codeAndErrorTogetherFail() throws {
    let pending = try login()
    #expect(
      judge(Self.redirect + "?code=c&error=access_denied&state=STATE", pending)
        == .failed(.callback(.ambiguous)))
    #expect(judge(Self.redirect + "?state=STATE", pending) == .failed(.callback(.codeMissing)))
    #expect(judge(Self.redirect + "?state=STATE&code=", pending) == .failed(.callback(.codeMissing)))
    #expect(
      judge(Self.redirect + "?state=STATE&code=a%0D%0Ab", pending) == .failed(.callback(.malformed)))
  }

  @Test(arguments: [
    ("access_denied", ServerErrorCode.accessDenied), ("login_required", .loginRequired),
    ("temporarily_unavailable", .temporarilyUnavailable), ("something_else", .other),
  ])
  func anErrorIsHandedOn(_ name: String, _ code: ServerErrorCode) throws {
    #expect(
      judge(Self.redirect + "?state=STATE&error=\(name)&error_description=x", try login())
        == .failed(.server(code, status: nil)))
  }

  @Test func aLoginExpires() throws {
    let clock = ManualClock()
    let pending = try login(lifetime: .seconds(60), clock)
    clock.advance(by: .seconds(59))
    #expect(judge(Self.redirect + "?code=c&state=STATE", pending, clock) == .code(SecretText(copying: "c")))
    clock.advance(by: .seconds(1))
    #expect(
      judge(Self.redirect + "?code=c&state=STATE", pending, clock) == .failed(.callback(.expired)))
  }
}
