import Foundation
import OmamoriApple
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Security
import Testing
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct AppleSecureSessionTests {
  private func session(
    _ policy: TransportPolicy, identity: AppleClientIdentity? = nil,
    events: any SecurityEvents = .discarded, clock: any WallClock = TestClock()
  ) -> AppleSecureSession {
    AppleSecureSession(
      policy: policy, identity: identity, events: events, clock: clock, protocols: [FakeNetwork.self])
  }

  private func refusal(_ body: () async throws -> Void) async throws -> ConnectionVerdict {
    let error = await #expect(throws: TransportError.self) { try await body() }
    guard case .refused(let verdict) = try #require(error) else {
      throw try #require(error)
    }
    return verdict
  }

  @Test func aResponseComesWithItsVerdict() async throws {
    let site = FakeSite(fields: ["Content-Type": "application/json", "X-Id": "7"], body: "{}")
    let session = session(try policy(pins(leaf: [ServerChain.leaf])))
    let request = try HTTPRequest(
      .post, site.url("/a?b=c"), headers: HeaderFields(["Authorization": "Bearer t"]),
      body: .bytes(Data("[1]".utf8), .json), expecting: .json)
    let response = try await session.response(to: request)
    #expect(response.status == 200)
    #expect(response.body == Data("{}".utf8))
    #expect(response.fields["x-id"] == "7")
    #expect(response.url == request.url)
    #expect(response.verdict.admits)
    #expect(response.verdict.pins?.admits == true)
    let sent = try #require(site.requests.first)
    #expect(sent.httpMethod == "POST")
    #expect(sent.httpBody == Data("[1]".utf8))
    #expect(sent.url?.absoluteString == request.url.text)
    #expect(sent.value(forHTTPHeaderField: "Authorization") == "Bearer t")
    #expect(sent.value(forHTTPHeaderField: "Content-Type") == "application/json")
    #expect(sent.value(forHTTPHeaderField: "Accept") == "application/json")
    #expect(sent.value(forHTTPHeaderField: "Cookie") == nil)
    #expect(!sent.httpShouldHandleCookies)
  }

  // Fails when the answer to the challenge is to use the credential whatever the verdict.
  @Test func nothingIsSentToAServerThatIsRefused() async throws {
    let untrusted = FakeSite(trust: serverTrust(verdict: errSecNotTrusted))
    let pinned = try session(policy(pins(leaf: [ServerChain.demandsStaple])))
    #expect(
      try await refusal { _ = try await pinned.response(to: HTTPRequest(.get, untrusted.url())) }.faults
        == [.untrustedRoot])
    let other = FakeSite()
    let verdict = try await refusal { _ = try await pinned.response(to: HTTPRequest(.get, other.url())) }
    #expect(verdict.faults.isEmpty)
    #expect(verdict.pins?.outcome == .mismatched([.leaf]))
    #expect(untrusted.requests.isEmpty && other.requests.isEmpty)
  }

  @Test func aConnectionThatIsUsedAgainIsJudgedAgain() async throws {
    let (site, clock) = (FakeSite(), TestClock())
    let pins = try pins(leaf: [ServerChain.leaf], expiry: ServerChain.moment + 60)
    let session = session(try policy(pins), clock: clock)
    for _ in 0..<3 { _ = try await session.response(to: HTTPRequest(.get, site.url())) }
    #expect(site.challengeCount == 1)
    #expect(site.requests.count == 3)
    clock.advance(by: 120)
    // Fails without the new judgement of the chain that was admitted before.
    let verdict = try await refusal { _ = try await session.response(to: HTTPRequest(.get, site.url())) }
    #expect(verdict.pins?.outcome == .expired(ServerChain.moment + 60))
    #expect(site.requests.count == 3)
  }

  @Test func aResponseThatNobodyJudgedIsRefused() async throws {
    let site = FakeSite(trust: nil)
    let session = session(try policy())
    let verdict = try await refusal { _ = try await session.response(to: HTTPRequest(.get, site.url())) }
    #expect(!verdict.admits)
  }

  @Test func aHostWithoutARuleIsNotAsked() async throws {
    let site = FakeSite()
    let session = session(try policy())
    await #expect(throws: TransportError.hostNotListed) {
      try await session.response(to: HTTPRequest(.get, site.url(host: ServerChain.otherHost)))
    }
    #expect(site.challengeCount == 0)
  }

  // Fails when the system follows redirects, and when credentials are not taken off.
  @Test func aRedirectToAnotherOriginCarriesNoCredential() async throws {
    let target = FakeSite(body: "there")
    let targetURL = try target.url("/t", host: ServerChain.otherHost)
    let site = FakeSite(status: 307, fields: ["Location": targetURL.text])
    let certificate = try #require(
      SecCertificateCreateWithData(nil, ServerChain.leaf.derRepresentation as CFData))
    let session = session(
      try policy(redirects: .listedHosts(limit: 2), alsoListing: ServerChain.otherHost),
      identity: AppleClientIdentity(SecIdentity(certificate: certificate)))
    let headers = try HeaderFields(["Authorization": "Bearer t", "X-Key": "k", "Accept-Language": "ja"])
    let response = try await session.response(to: HTTPRequest(.get, site.url(), headers: headers))
    #expect(response.url == targetURL)
    #expect(response.body == Data("there".utf8))
    let sent = try #require(target.requests.first)
    #expect(sent.value(forHTTPHeaderField: "Authorization") == nil)
    #expect(sent.value(forHTTPHeaderField: "X-Key") == nil)
    #expect(sent.value(forHTTPHeaderField: "Accept-Language") == "ja")
    // The client's certificate is for the origin that was asked alone.
    #expect((site.identityCount, target.identityCount) == (1, 0))
  }

  @Test func redirectsThatThePolicyDoesNotAllowAreRefused() async throws {
    for location in ["http://\(ServerChain.host)/", "https://elsewhere.example/", "//user@x/"] {
      let site = FakeSite(status: 302, fields: ["Location": location])
      let session = session(try policy(redirects: .listedHosts(limit: 2)))
      await #expect(throws: TransportError.redirectRefused) {
        try await session.response(to: HTTPRequest(.get, site.url()))
      }
    }
    let site = FakeSite(status: 302, fields: ["Location": "/there"])
    let plain = session(try policy())
    await #expect(throws: TransportError.status(302)) {
      try await plain.response(to: HTTPRequest(.get, site.url()))
    }
    #expect(site.requests.count == 1)
  }

  @Test func whatIsTakenHasLimits() async throws {
    var limits = ResponseLimits()
    (limits.bodyBytes, limits.headerBytes) = (10, 200)
    let session = session(try policy(limits: limits))
    let large = FakeSite(body: String(repeating: "a", count: 11))
    await #expect(throws: TransportError.responseTooLarge(limit: 10)) {
      try await session.response(to: HTTPRequest(.get, large.url()))
    }
    let wordy = FakeSite(fields: ["X-Long": String(repeating: "a", count: 200)])
    await #expect(throws: TransportError.responseTooLarge(limit: 200)) {
      try await session.response(to: HTTPRequest(.get, wordy.url()))
    }
    let fitting = FakeSite(body: String(repeating: "a", count: 10))
    #expect(try await session.response(to: HTTPRequest(.get, fitting.url())).body.count == 10)
  }

  // Fails when the adapter does not look at the rule.
  @Test func aBusyServerIsAskedAgain() async throws {
    let count = Protected(0)
    let site = FakeSite { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return .response(
        status: number < 3 ? 503 : 200, fields: ["Retry-After": "0"], body: Data("\(number)".utf8))
    }
    var rule = RetryRule()
    rule.firstWait = .milliseconds(5)
    let session = session(try policy())
    let response = try await session.response(to: HTTPRequest(.get, site.url(), retries: rule))
    #expect(response.body == Data("3".utf8) && site.requests.count == 3)
    let busy = FakeSite(status: 503)
    await #expect(throws: TransportError.status(503)) {
      try await session.response(to: HTTPRequest(.get, busy.url()))
    }
    #expect(busy.requests.count == 1)
    await #expect(throws: TransportError.unsupported) {
      try await session.response(to: HTTPRequest(.post, site.url(), body: .multipart(MultipartForm())))
    }
  }

  @Test func whatIsNotExpectedIsRefused() async throws {
    let session = session(try policy())
    let page = FakeSite(fields: ["Content-Type": "text/html; x=application/json"], body: "{}")
    await #expect(throws: TransportError.unexpectedMediaType) {
      try await session.response(to: HTTPRequest(.get, page.url(), expecting: .json))
    }
    let missing = FakeSite(status: 404)
    await #expect(throws: TransportError.status(404)) {
      try await session.response(to: HTTPRequest(.get, missing.url()))
    }
    let bare = FakeSite(body: "x")
    let demanding = self.session(try policy(headers: .require(.medium)))
    let error = await #expect(throws: TransportError.self) {
      try await demanding.response(to: HTTPRequest(.get, bare.url()))
    }
    guard case .insecureHeaders = try #require(error) else { throw try #require(error) }
    let stream = RequestBody.stream(length: 1, .json) { nil }
    await #expect(throws: TransportError.unsupported) {
      try await session.response(to: HTTPRequest(.post, bare.url(), body: stream))
    }
  }

  @Test(arguments: [
    (URLError.Code.cannotFindHost, TransportError.nameNotResolved), (.timedOut, .timedOut),
    (.networkConnectionLost, .connectionLost), (.secureConnectionFailed, .handshakeFailed(alert: nil)),
  ])
  func errorsOfTheSystemHaveOurNames(code: URLError.Code, expected: TransportError) async throws {
    let site = FakeSite { _ in .failure(code) }
    let session = session(try policy())
    await #expect(throws: expected) { try await session.response(to: HTTPRequest(.get, site.url())) }
  }

  @Test func aRequestEndsInTimeOrWhenItIsCancelledOrClosed() async throws {
    let site = FakeSite { _ in .silence }
    let request = try HTTPRequest(.get, site.url())
    var timeouts = Timeouts()
    timeouts.total = .milliseconds(50)
    let hasty = session(try policy(timeouts: timeouts))
    await #expect(throws: TransportError.timedOut) { try await hasty.response(to: request) }

    let session = session(try policy())
    func begin() async throws -> Task<TransportError?, Never> {
      let before = site.requests.count
      let task = Task { () -> TransportError? in
        do throws(TransportError) {
          _ = try await session.response(to: request)
          return nil
        } catch {
          return error
        }
      }
      for _ in 0..<1000 where site.requests.count == before { try await Task.sleep(for: .milliseconds(2)) }
      return task
    }
    let cancelled = try await begin()
    cancelled.cancel()
    #expect(await cancelled.value == .cancelled)
    let early = Task { () -> TransportError? in
      do throws(TransportError) {
        _ = try await session.response(to: request)
        return nil
      } catch {
        return error
      }
    }
    early.cancel()
    #expect(await early.value == .cancelled)
    let closed = try await begin()
    await session.close()
    #expect(await closed.value == .closed)
    await #expect(throws: TransportError.closed) { try await session.response(to: request) }
  }
}
