@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuth
@testable import OmamoriAuthLinux

/// Callbacks that others than the server send to the port: they neither log in nor end a login.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ForgedCallbackTests {
  /// A login at a server whose browser comes back to a receiver.
  private struct Desk {
    let setting: TestSetting
    let receiver: LoopbackReceiver
    let port: UInt16

    init(_ change: (inout ServerBehaviour) -> Void = { _ in }) async throws {
      setting = try await TestSetting(change)
      receiver = try LoopbackReceiver()
      setting.server.register("app", redirectURIs: [receiver.redirectURI.description])
      let text = receiver.redirectURI.description.dropFirst("http://127.0.0.1:".count).prefix { $0 != "/" }
      port = try #require(UInt16(text))
    }

    /// Goes to a target at the port, on a thread of its own, since the calls block; gives the answer.
    func get(_ target: String, fields: String = "") async throws -> String {
      let port = port
      return try await OwnThread.run { () throws(CryptoError) -> String in
        guard let client = try? LoopbackClient(port: port) else { return "" }
        defer { client.end() }
        client.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(fields)\r\n")
        return client.receiveAll()
      }
    }

    /// Logs in; `before` happens when the page is open, then the person comes back to the port.
    ///
    /// - Returns: What the login gave, and the page that the person saw at the end.
    func logIn(
      before: @escaping @Sendable (Desk) async throws -> Void
    ) async throws -> (Result<Login, AuthError>, String) {
      let page = Protected("")
      let failure = Protected<(any Error)?>(nil)
      let visit = Protected<Task<Void, Never>?>(nil)
      let browser = LoopbackBrowser(receiver, timeout: .seconds(60)) { url async throws(AuthError) in
        let task = Task {
          do {
            try await before(self)
            let callback = try setting.server.visit(url)
            let answer = try await get(String(callback.dropFirst("http://127.0.0.1:\(port)".count)))
            page.withLock { $0 = answer }
          } catch {
            failure.withLock { $0 = error }
          }
        }
        visit.withLock { $0 = task }
      }
      let result: Result<Login, AuthError>
      do throws(AuthError) {
        let request = AuthorizationRequest(redirectURI: receiver.redirectURI)
        result = .success(try await setting.client.logIn(request, with: browser))
      } catch {
        result = .failure(error)
      }
      await visit.current?.value
      if let error = failure.current { throw error }
      return (result, page.current)
    }
  }

  /// What a forger sees: it does not say that it worked, and repeats nothing.
  private static func expectRefusal(_ page: String) {
    #expect(page.hasPrefix("HTTP/1.1 400 Refused\r\n"), "\(page)")
    #expect(page.contains("This is not the answer to the login") && page.contains("Nobody was logged in"))
    #expect(!page.contains("has arrived") && !page.contains("forged") && !page.contains("<script"))
  }

  @Test(arguments: [
    "?code=forged&state=forged", "?code=forged", "?error=access_denied&state=forged", "?state=",
    "?code=forged&state=a&state=b", "?code=%ZZ&state=forged",
  ])
  func aForgedCallbackDoesNotEndALogin(_ query: String) async throws {
    let desk = try await Desk()
    let (result, page) = try await desk.logIn { desk in
      Self.expectRefusal(try await desk.get("/callback" + query))
      // A page that opens a window is a navigation like any other.
      let fields = "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: document\r\n"
      Self.expectRefusal(try await desk.get("/callback" + query, fields: fields))
    }
    #expect(try result.get().identity?.claims.subject == "248289761001")
    #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n") && page.contains("has arrived"))
  }

  @Test func aThousandForgedCallbacksChangeNothing() async throws {
    let desk = try await Desk()
    let (result, page) = try await desk.logIn { desk in
      for number in 0..<1_000 {
        Self.expectRefusal(try await desk.get("/callback?code=forged&state=\(number)"))
      }
    }
    #expect(try result.get().identity?.claims.subject == "248289761001")
    #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
  }

  /// Forgers who never hang up keep no more connections open than the receiver takes, and nobody waiting.
  @Test func forgersWhoHoldTheirConnectionsKeepNobodyOut() async throws {
    let desk = try await Desk()
    let held = Protected<[LoopbackClient]>([])
    let (result, _) = try await desk.logIn { desk in
      let port = desk.port
      let clients = try await OwnThread.run { () throws(CryptoError) -> [LoopbackClient] in
        let clients = (0..<100).compactMap { _ in try? LoopbackClient(port: port) }
        for client in clients {
          client.send("GET /callback?code=forged&state=x HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
        }
        return clients
      }
      held.withLock { $0 = clients }
    }
    held.current.forEach { $0.end() }
    #expect(try result.get().identity?.claims.subject == "248289761001")
  }

  /// With the right state it is of this login, whatever else is wrong in it: the login is over.
  @Test func aHostileRestEndsALogin() async throws {
    let desk = try await Desk { $0.callbackIssuer = .wrong }
    let (result, page) = try await desk.logIn { _ in }
    #expect(throws: AuthError.callback(.issuerMismatch)) { try result.get() }
    #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
  }

  @Test func forgedCallbacksDoNotMoveTheEnd() async throws {
    let desk = try await Desk()
    let started = ContinuousClock.now
    let waiting = Task { try await desk.receiver.callback(timeout: .seconds(2)) { _ in false } }
    for _ in 0..<20 {
      Self.expectRefusal(try await desk.get("/callback?code=forged&state=x"))
      try await Task.sleep(for: .milliseconds(20))
    }
    await #expect(throws: AuthError.timedOut) { try await waiting.value }
    let passed = ContinuousClock.now - started
    #expect(passed >= .milliseconds(1900) && passed < .seconds(10))
  }

  @Test func theForgersPageIsInTheLanguageOfTheProgram() async throws {
    let desk = try await Desk()
    async let received = desk.receiver.callback(timeout: .seconds(20), language: .ja) {
      $0.reveal().contains("right")
    }
    let page = try await desk.get("/callback?code=forged")
    #expect(page.contains("このサインインの応答ではありません") && !page.contains("受け取りました"))
    _ = try await desk.get("/callback?code=right")
    #expect(try await received.reveal().hasSuffix("right"))
  }
}
