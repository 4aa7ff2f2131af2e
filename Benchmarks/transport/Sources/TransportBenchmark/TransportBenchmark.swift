import Foundation
import OmamoriCore
import OmamoriCrypto
@_spi(Testing) import OmamoriTransport
@_spi(Testing) import OmamoriTransportCurl

/// What requests of a pinned session cost.
///
/// Arguments: the URL of a server that keeps connections, the URL of one that closes them, the root in PEM, the number
/// of requests, the number of handshakes.
@main
enum TransportBenchmark {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, let count = Int(arguments[4]), let handshakes = Int(arguments[5]) else {
      throw TransportError.unsupported
    }
    let root = try Certificate(pemRepresentation: String(contentsOfFile: arguments[3], encoding: .utf8))
    let kept = try HTTPRequest(.get, RequestURL(arguments[1]))
    let fresh = try HTTPRequest(.get, RequestURL(arguments[2]))
    let pins = try PinSet(
      anywhere: [
        CertificatePin(certificate: root),
        CertificatePin(digest: Data(repeating: 7, count: 32), role: .backup),
      ])
    let rule = HostRule(try HostPattern(HostName("localhost"), subdomains: .excluded), pins: pins)
    let pinned = SecureSession(policy: try TransportPolicy(rules: [rule], anchors: .only([root])))
    _ = try await pinned.response(to: kept)

    let sequential = try await seconds { for _ in 0..<count { try await check(pinned, kept) } }
    print("judging", try await pinned.judgingTime(of: kept) / .microseconds(1))
    print("sequential", Double(count) / sequential)
    let parallel = try await seconds {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 { group.addTask { for _ in 0..<count / 8 { try await check(pinned, kept) } } }
        try await group.waitForAll()
      }
    }
    print("parallel", Double(count / 8 * 8) / parallel)
    // The server closes each connection and gives out nothing that could be resumed.
    let connecting = try await seconds {
      for _ in 0..<handshakes {
        let verdict = try await check(pinned, fresh)
        guard verdict.facts?.isResumed == false else { throw TransportError.malformedResponse }
      }
    }
    print("handshakes", Double(handshakes) / connecting)
    await pinned.close()
  }

  @discardableResult
  private static func check(_ session: SecureSession, _ request: HTTPRequest) async throws
    -> ConnectionVerdict
  {
    let response = try await session.response(to: request)
    guard response.body.count == 1024 else { throw TransportError.malformedResponse }
    return response.verdict
  }

  private static func seconds(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Void
  ) async throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try await work()
    return (clock.now - start) / .seconds(1)
  }
}
