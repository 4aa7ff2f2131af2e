@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

@Suite struct PendingAuthorizationTests {
  private func begun(_ setting: TestSetting) async throws -> (
    callback: SecretText, pending: PendingAuthorization
  ) {
    let (page, pending) = try await setting.client.beginLogin(try setting.request())
    return (SecretText(copying: try setting.server.visit(page)), pending)
  }

  @Test func aLoginOutlivesTheProcess() async throws {
    let setting = try await TestSetting()
    let (callback, pending) = try await begun(setting)
    let kept = pending.encoded()
    let again = try PendingAuthorization(decoding: kept)
    #expect(again == pending)
    #expect(try await setting.client.completeLogin(callback, of: again).identity != nil)
  }

  @Test func everythingIsKept() throws {
    var metadata = ServerMetadata(issuer: try Issuer("https://as.example/"))
    (metadata.statesProofKey, metadata.statesIssuerInCallback) = (true, true)
    var request = AuthorizationRequest(
      redirectURI: try RedirectURI("https://app.example/cb"), scope: ["a", "b"])
    request.maximumAge = .seconds(60)
    let pending = try PendingAuthorization(
      request, at: metadata, clientIdentifier: "app", keyThumbprint: "thumb", randomness: SystemRandomness(),
      now: Date(timeIntervalSince1970: 1_800_000_000))
    #expect(try PendingAuthorization(decoding: pending.encoded()) == pending)
  }

  /// What is sealed is trusted, but a broken or older text is no login.
  @Test func brokenTextsAreRefused() async throws {
    let setting = try await TestSetting()
    let (_, pending) = try await begun(setting)
    let good = try #require(try StrictJSON.parse(pending.encoded().withBytes { $0.byteArray }).objectValue)
    for name in [
      "version", "issuer", "client", "redirect", "scope", "begun", "expiry", "state", "verifier", "nonce",
    ] {
      var bad = good
      bad[name] = nil
      let bytes = SecretBytes(copying: JSONValue.object(bad).utf8())
      #expect(throws: AuthError.callback(.malformed)) { try PendingAuthorization(decoding: bytes) }
      bad[name] = "x"
      let changed = SecretBytes(copying: JSONValue.object(bad).utf8())
      if name != "client" {
        #expect(throws: AuthError.callback(.malformed)) { try PendingAuthorization(decoding: changed) }
      }
    }
    let empty = SecretBytes(copying: [UInt8]())
    #expect(throws: AuthError.callback(.malformed)) { try PendingAuthorization(decoding: empty) }
  }

  /// A code of somebody else put into this person's login is of no use: the verifier does not fit.
  @Test func anInjectedCodeIsRefused() async throws {
    let setting = try await TestSetting()
    let (stolen, _) = try await begun(setting)
    let (own, pending) = try await begun(setting)
    let code = FormReader.fields(String(stolen.reveal().split(separator: "?")[1]))["code"] ?? ""
    let ownCode = FormReader.fields(String(own.reveal().split(separator: "?")[1]))["code"] ?? ""
    let mixed = SecretText(copying: own.reveal().replacing("code=" + ownCode, with: "code=" + code))
    await #expect(throws: AuthError.server(.invalidGrant, status: 400)) {
      try await setting.client.completeLogin(mixed, of: pending)
    }
    // And at a server that does not look at the verifier the nonce is another one.
    setting.server.behave { $0.checksChallenge = false }
    let (third, _) = try await begun(setting)
    let (fourth, next) = try await begun(setting)
    let codes = try [third, fourth].map {
      try #require(FormReader.fields(String($0.reveal().split(separator: "?")[1]))["code"])
    }
    let injected = SecretText(
      copying: fourth.reveal().replacing("code=" + codes[1], with: "code=" + codes[0]))
    await #expect(throws: AuthError.token(.claimMismatch(.nonce))) {
      try await setting.client.completeLogin(injected, of: next)
    }
  }

  @Test func aLoginIsForOneServerAndOneClient() async throws {
    let setting = try await TestSetting()
    let (callback, pending) = try await begun(setting)
    let other = try OAuthClient(
      metadata: setting.client.metadata, identifier: "other", exchange: setting.server, clock: setting.clock)
    await #expect(throws: AuthError.configuration(.clientIdentifier)) {
      try await other.completeLogin(callback, of: pending)
    }
    let foreign = ServerMetadata(issuer: try Issuer("https://other.example"), endpoints: [:])
    #expect(throws: AuthError.callback(.issuerMismatch)) {
      try AuthorizationFlow(resuming: pending, at: foreign)
    }
  }
}
