@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

@Suite(.timeLimit(.minutes(1))) struct RemoteKeySetTests {
  private let clock = ManualClock()
  private let first: JSONWebKey
  private let second: JSONWebKey

  init() throws {
    first = try .generate(for: .es256, identifier: "first")
    second = try .generate(for: .es256, identifier: "second")
  }

  private func source(_ server: KeyServer) throws -> RemoteKeySet {
    RemoteKeySet(url: try RequestURL("https://issuer.example/keys"), exchange: server, clock: clock)
  }

  private func header(_ name: String?) throws -> TokenHeader {
    try TokenHeader(name.map { ["alg": "ES256", "kid": .string($0)] } ?? ["alg": "ES256"])
  }

  private func names(_ source: RemoteKeySet, for name: String?) async throws -> [String?] {
    try await source.keys(for: header(name)).keys.map(\.identifier)
  }

  @Test func keysAreFetchedOnceWhileTheyAreFresh() async throws {
    let server = KeyServer(try KeyServer.keys([first], cacheControl: "public, max-age=3600"))
    let source = try source(server)
    for _ in 0..<5 {
      #expect(try await names(source, for: "first") == ["first"])
      clock.advance(by: .seconds(600))
    }
    #expect(await server.count == 1)
    let request = try #require(await server.requests.first)
    #expect(request.url.text == "https://issuer.example/keys")
    #expect(request.headers.values("Accept").count == 1)
  }

  @Test func rotationIsSeenAtTheFirstUnknownName() async throws {
    let server = KeyServer(try KeyServer.keys([first]))
    let source = try source(server)
    _ = try await names(source, for: "first")
    await server.set(try KeyServer.keys([first, second]))
    clock.advance(by: .seconds(31))
    #expect(try await names(source, for: "second") == ["first", "second"])
    #expect(await server.count == 2)
  }

  @Test func unknownNamesDoNotFloodTheServer() async throws {
    let server = KeyServer(try KeyServer.keys([first], cacheControl: "max-age=86400"))
    let source = try source(server)
    for index in 0..<600 {
      _ = try await names(source, for: "no-\(index)")
      clock.advance(by: .seconds(1))
    }
    #expect(await server.count == 20)
    for _ in 0..<100 { _ = try await names(source, for: String(repeating: "n", count: 10_000)) }
    #expect(await server.count == 20)
  }

  @Test func anAbsentNameIsRemembered() async throws {
    let server = KeyServer(try KeyServer.keys([first], cacheControl: "max-age=86400"))
    let source = try source(server)
    _ = try await names(source, for: "first")
    for _ in 0..<10 {
      clock.advance(by: .seconds(31))
      _ = try await names(source, for: "gone")
    }
    #expect(await server.count == 2)
    clock.advance(by: .seconds(300))
    _ = try await names(source, for: "gone")
    #expect(await server.count == 3)
  }

  @Test func oldKeysAreUsedWhileNewOnesAreFetched() async throws {
    let server = KeyServer(try KeyServer.keys([first]))
    let source = try source(server)
    _ = try await names(source, for: "first")
    await server.set(try KeyServer.keys([first, second]))
    await server.hold()
    clock.advance(by: .seconds(601))
    #expect(try await names(source, for: "first") == ["first"])
    await server.waitForRequests(2)
    #expect(try await names(source, for: "first") == ["first"])
    await server.release()
    #expect(try await names(source, for: "second") == ["first", "second"])
    #expect(await server.count == 2)
  }

  @Test func callersShareOneRequest() async throws {
    let server = KeyServer(try KeyServer.keys([first]))
    await server.hold()
    let source = try source(server)
    let header = try header("first")
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { try await source.keys(for: header).keys.count } }
      await server.waitForRequests(1)
      for _ in 0..<200 { await Task.yield() }
      await server.release()
      for try await count in group { #expect(count == 1) }
    }
    #expect(await server.count == 1)
  }

  @Test func aCallerThatGoesAwayDoesNotEndTheRequest() async throws {
    let server = KeyServer(try KeyServer.keys([first]))
    await server.hold()
    let source = try source(server)
    let header = try header("first")
    let task = Task { try await source.keys(for: header).keys.count }
    await server.waitForRequests(1)
    task.cancel()
    await server.release()
    #expect(try await names(source, for: "first") == ["first"])
    #expect(await server.count == 1)
  }

  @Test func failuresAreNotRepeatedAtOnce() async throws {
    let server = KeyServer(.failure(.notConnected))
    let source = try source(server)
    for _ in 0..<20 {
      await #expect(throws: AuthError.transport(.notConnected)) { try await names(source, for: "first") }
    }
    #expect(await server.count == 1)
    await server.set(try KeyServer.keys([first]))
    clock.advance(by: .seconds(31))
    #expect(try await names(source, for: "first") == ["first"])
  }

  @Test func oldKeysSurviveADayOfFailures() async throws {
    let server = KeyServer(try KeyServer.keys([first]), .failure(.timedOut))
    let source = try source(server)
    _ = try await names(source, for: "first")
    for _ in 0..<23 {
      clock.advance(by: .seconds(3600))
      #expect(try await names(source, for: "first") == ["first"])
    }
    clock.advance(by: .seconds(7200))
    await #expect(throws: AuthError.transport(.timedOut)) { try await names(source, for: "first") }
  }

  @Test(arguments: [
    (302, AuthError.response(.unexpectedRedirect)), (404, .response(.status(404))),
    (500, .response(.status(500))),
    (204, .response(.status(204))),
  ])
  func otherAnswersAreRefused(_ status: Int, _ error: AuthError) async throws {
    let source = try source(KeyServer(.success(HTTPAnswer(status: status))))
    await #expect(throws: error) { try await names(source, for: "first") }
  }

  @Test func whatIsNoSetOfPublicKeysIsRefused() async throws {
    let secret = try JSONWebKey.generate(for: .hs256).export().reveal()
    let bodies: [(String, AuthError)] = [
      ("", .key(.malformed)), ("[]", .key(.malformed)), (#"{"keys":{}}"#, .key(.malformed)),
      (#"{"keys":[],"keys":[]}"#, .key(.malformed)),
      (#"{"keys":["# + secret + "]}", .key(.useNotAllowed)),
      (#"{"keys":["# + ExampleKeys.p256 + "]}", .key(.useNotAllowed)),
      // A private key is refused also where it would have been left out, for what it lacks.
      (#"{"keys":[{"kty":"RSA","n":"AQ","e":"AQAB","d":"AQ"}]}"#, .key(.useNotAllowed)),
      (#"{"keys":[{"kty":"oct","k":""}]}"#, .key(.useNotAllowed)),
      (#"{"keys":["# + String(repeating: " ", count: 256 << 10) + "]}", .key(.malformed)),
      (
        #"{"keys":["# + Array(repeating: "{}", count: 101).joined(separator: ",") + "]}",
        .key(.tooMany(limit: 100))
      ),
    ]
    for (body, error) in bodies {
      let source = try source(KeyServer(.success(HTTPAnswer(status: 200, body: Data(body.utf8)))))
      await #expect(throws: error) { try await names(source, for: "first") }
    }
  }

  @Test func aClockThatIsSetBackMakesKeysOld() async throws {
    let server = KeyServer(try KeyServer.keys([first]))
    let source = try source(server)
    _ = try await names(source, for: "first")
    clock.date = clock.date.addingTimeInterval(-86_400 * 365)
    #expect(try await names(source, for: "first") == ["first"])
    #expect(await server.count == 2)
  }

  @Test(arguments: [
    ("max-age=5", 5.0), ("public, MAX-AGE=300 , must-revalidate", 300), ("no-store", 0),
    ("no-cache, max-age=9", 0),
    ("max-age=-1", nil), ("max-age=99999999999999999999", nil), ("s-maxage=4", nil), ("", nil),
    ("max-age=20, max-age=10", 10),
  ])
  func lifetimesAreRead(_ value: String, _ lifetime: Double?) throws {
    #expect(RemoteKeySet.lifetime(try ResponseFields(["Cache-Control": value])) == lifetime)
  }
}
