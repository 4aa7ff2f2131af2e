#if !canImport(Darwin)
import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// A session meets the servers of the matrix: it gets an answer of every good one, and sends nothing to any other.
@Suite(.serialized)
struct SessionMatrixTests {
  /// Names that are not those of this machine cannot be reached by a session.
  private static let reachable = (MatrixCase.certificates + MatrixCase.connections)
    .filter { ["localhost", "127.0.0.1"].contains($0.host) }

  @Test(arguments: reachable)
  func isAcceptedOrRefused(_ item: MatrixCase) async throws {
    let pki = try MatrixAuthority.shared.get()
    let server = try MatrixServer(item.settings(pki))
    defer { server.stop() }
    let session = try Self.session(pki, trustsBoth: item.trustsBoth)
    let request = try HTTPRequest(.get, Self.url(item.host, server.port))
    // Ed25519 is refused by Apple's systems alone.
    let isGood = item.faults.isEmpty && item.refusals.isSubset(of: [.key])
    if isGood {
      #expect(try await session.response(to: request).status == 200)
    } else {
      await #expect(throws: TransportError.self) { _ = try await session.response(to: request) }
      #expect(server.requestCount == 0)
    }
    await session.close()
  }

  @Test("A pinned intermediate that is appended to another chain does not count (CVE-2016-2402)")
  func appendedPin() async throws {
    let pki = try MatrixAuthority.shared.get()
    let leaf = try pki.leaf(issuer: pki.other)
    let server = try MatrixServer(ServerSettings(chain: [leaf, pki.middle, pki.root]))
    defer { server.stop() }
    let pins = try PinSet(
      anywhere: [
        CertificatePin(certificate: pki.middle.certificate),
        CertificatePin(certificate: pki.rsa.certificate, role: .backup),
      ])
    let session = try Self.session(pki, trustsBoth: true, pins: pins)
    let request = try HTTPRequest(.get, Self.url("localhost", server.port))
    await #expect { _ = try await session.response(to: request) } throws: { error in
      guard case .refused(let verdict)? = error as? TransportError else { return false }
      return verdict.chain != nil && verdict.faults.isEmpty && verdict.pins?.admits == false
    }
    #expect(server.requestCount == 0)
    await session.close()
  }

  private static func url(_ host: String, _ port: UInt16) throws -> RequestURL {
    try RequestURL("https://\(host):\(port)/")
  }

  private static func session(
    _ pki: MatrixAuthority, trustsBoth: Bool, pins: PinSet? = nil
  ) throws -> SecureSession {
    let roots = [pki.root.certificate] + (trustsBoth ? [pki.other.certificate] : [])
    let rules = try pins.map {
      [HostRule(try HostPattern(HostName("localhost"), subdomains: .excluded), pins: $0)]
    }
    var timeouts = Timeouts()
    timeouts.connecting = .seconds(5)
    timeouts.total = .seconds(20)
    return SecureSession(
      policy: try TransportPolicy(
        minimumVersion: .tls12, rules: rules ?? [], anchors: .only(roots), timeouts: timeouts))
  }
}
#endif
