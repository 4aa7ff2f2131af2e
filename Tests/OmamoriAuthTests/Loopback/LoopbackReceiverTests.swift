@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth
@testable import OmamoriAuthLinux

@Suite(.serialized) struct LoopbackReceiverTests {
  private func port(_ receiver: LoopbackReceiver) throws -> UInt16 {
    let text = receiver.redirectURI.description.dropFirst("http://127.0.0.1:".count).prefix { $0 != "/" }
    return try #require(UInt16(text))
  }

  /// Sends on a thread of its own, since the calls block.
  private func exchange(_ port: UInt16, _ request: String) async throws -> String {
    let answer = try await OwnThread.run { () throws(CryptoError) -> String in
      guard let client = try? LoopbackClient(port: port) else { return "" }
      defer { client.end() }
      client.send(request)
      return client.receiveAll()
    }
    return answer
  }

  private func get(_ target: String, _ port: UInt16) -> String {
    "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
  }

  @Test(arguments: Language.allCases) func aCallbackIsReceivedOnce(_ language: Language) async throws {
    let receiver = try LoopbackReceiver()
    let port = try port(receiver)
    async let received = receiver.callback(timeout: .seconds(20), language: language)
    let probe = LeakProbe()
    // What is for something else does not end the waiting.
    #expect(try await exchange(port, get("/favicon.ico", port)).hasPrefix("HTTP/1.1 404"))
    let foreign = get("/callback?code=x", port).replacing("127.0.0.1", with: "attacker.example")
    #expect(try await exchange(port, foreign).hasPrefix("HTTP/1.1 421"))
    let page = try await exchange(port, get("/callback?code=\(probe.marker)&state=s", port))
    #expect(
      page.hasPrefix("HTTP/1.1 200 OK\r\n") && page.contains("Content-Security-Policy: default-src 'none'"))
    #expect(page.contains(language == .ja ? "プログラムに戻って" : "go back to the program"))
    #expect(!page.contains("<script") && probe.leaks(in: page) == [])
    let callback = try await received
    #expect(callback.reveal() == receiver.redirectURI.description + "?code=\(probe.marker)&state=s")
    #expect(probe.leaks(in: callback) == [])
    await #expect(throws: AuthError.callback(.alreadyUsed)) { try await receiver.callback() }
    #expect(throws: AuthError.self) { try LoopbackClient(port: port) }
  }

  @Test func otherAddressesOfThisMachineHaveNoReceiver() async throws {
    let receiver = try LoopbackReceiver(address: .v4)
    #expect(receiver.redirectURI.kind == .loopback)
    // Only 127.0.0.1 is bound, so another address of the same network is free for the same port.
    #expect(receiver.redirectURI.description.hasPrefix("http://127.0.0.1:"))
  }

  /// Machines without IPv6 refuse it with an error of the system.
  @Test func theOtherFamilyWorksWhereThereIsOne() throws {
    do throws(AuthError) {
      let receiver = try LoopbackReceiver(path: "/", address: .v6)
      #expect(receiver.redirectURI.description.hasPrefix("http://[::1]:"))
    } catch {
      guard case .system = error else { throw error }
    }
  }

  /// Clients that send a byte now and then, or nothing, keep nobody waiting.
  @Test(.timeLimit(.minutes(1))) func slowClientsKeepNobodyWaiting() async throws {
    let receiver = try LoopbackReceiver()
    let port = try port(receiver)
    let started = ContinuousClock.now
    async let received = receiver.callback(timeout: .seconds(30))
    let slow = try await OwnThread.run { () throws(CryptoError) -> [LoopbackClient] in
      let clients = (0..<40).compactMap { _ in try? LoopbackClient(port: port) }
      for client in clients { client.send("GET /callback?code=") }
      return clients
    }
    defer { slow.forEach { $0.end() } }
    #expect(slow.count == 40)
    _ = try await exchange(port, get("/callback?code=c&state=s", port))
    #expect(try await received.reveal().hasSuffix("?code=c&state=s"))
    #expect(ContinuousClock.now - started < .seconds(4))
  }

  /// The time that a client gets is counted from when it came, not from before the waiting.
  @Test(.timeLimit(.minutes(1))) func aPersonMayTakeLongerThanAClient() async throws {
    let receiver = try LoopbackReceiver()
    let port = try port(receiver)
    async let received = receiver.callback(timeout: .seconds(30))
    try await Task.sleep(for: LoopbackLoop.patience + .milliseconds(300))
    #expect(try await exchange(port, get("/callback?code=c&state=s", port)).hasPrefix("HTTP/1.1 200"))
    #expect(try await received.reveal().hasSuffix("?code=c&state=s"))
  }

  @Test func aLongRequestIsRefused() async throws {
    let receiver = try LoopbackReceiver()
    let port = try port(receiver)
    async let received = receiver.callback(timeout: .seconds(20))
    let long = "GET /callback?code=" + String(repeating: "c", count: LoopbackHead.greatestSize)
    #expect(try await exchange(port, long).hasPrefix("HTTP/1.1 431"))
    _ = try await exchange(port, get("/callback?error=access_denied&state=s", port))
    #expect(try await received.reveal().contains("error=access_denied"))
  }

  @Test func waitingEndsInTime() async throws {
    let receiver = try LoopbackReceiver()
    await #expect(throws: AuthError.timedOut) { try await receiver.callback(timeout: .milliseconds(50)) }
  }

  @Test(.timeLimit(.minutes(1))) func waitingCanBeCancelled() async throws {
    let receiver = try LoopbackReceiver()
    let waiting = Task { try await receiver.callback(timeout: .seconds(600)) }
    try await Task.sleep(for: .milliseconds(30))
    waiting.cancel()
    await #expect(throws: AuthError.cancelled) { try await waiting.value }
  }

  @Test(arguments: ["callback", "", "/call back", "/callback?x", "/callback#x"])
  func pathsHaveToBePaths(_ path: String) {
    #expect(throws: AuthError.configuration(.redirectURI)) { try LoopbackReceiver(path: path) }
  }

  @Test func aBrowserWithAReceiverLogsIn() async throws {
    let setting = try await TestSetting()
    let receiver = try LoopbackReceiver()
    setting.server.register("app", redirectURIs: [receiver.redirectURI.description])
    let port = try port(receiver)
    let server = setting.server
    let browser = LoopbackBrowser(receiver) { page async throws(AuthError) in
      guard let callback = try? server.visit(page) else { throw .callback(.browserFailed) }
      let target = String(callback.dropFirst("http://127.0.0.1:\(port)".count))
      Task { try await self.exchange(port, self.get(target, port)) }
    }
    let login = try await setting.client.logIn(
      AuthorizationRequest(redirectURI: receiver.redirectURI), with: browser)
    #expect(login.identity?.claims.subject == "248289761001")
    await #expect(throws: AuthError.configuration(.redirectURI)) {
      try await setting.client.logIn(try setting.request(), with: browser)
    }
  }

  @Test func aBrowserThatFailsIsNoticed() async throws {
    let url = try RequestURL("https://as.example/authorize?a=$(touch%20x)&b='")
    try await SystemBrowser.open(url, with: "/bin/true")
    for path in ["/bin/false", "/no/such/program"] {
      await #expect(throws: AuthError.callback(.browserFailed)) {
        try await SystemBrowser.open(url, with: path)
      }
    }
  }
}
