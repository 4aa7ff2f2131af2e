import Foundation
import OmamoriApple
import OmamoriAuth
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// The pinned session as the way of tokens to the network.
@Suite struct AppleSessionExchangeTests {
  @Test(arguments: [200, 400, 401, 500])
  func anAnswerOfAnyStatusComesBack(status: Int) async throws {
    let site = FakeSite(status: status, fields: ["Content-Type": "application/json"], body: "{}")
    let session = AppleSecureSession(
      policy: try policy(pins(leaf: [ServerChain.leaf])), identity: nil, events: .discarded,
      clock: TestClock(),
      protocols: [FakeNetwork.self])
    let exchange: any HTTPExchange = session
    let answer = try await exchange.answer(to: HTTPRequest(.post, site.url("/token"), expecting: .json))
    #expect(answer.status == status)
    #expect(answer.body == Data("{}".utf8))
  }

  @Test func aServerThatIsRefusedGetsNothing() async throws {
    let site = FakeSite()
    let session = AppleSecureSession(
      policy: try policy(pins(leaf: [ServerChain.demandsStaple])), identity: nil, events: .discarded,
      clock: TestClock(), protocols: [FakeNetwork.self])
    await #expect(throws: TransportError.self) { try await session.answer(to: HTTPRequest(.get, site.url())) }
    #expect(site.requests.isEmpty)
  }
}
