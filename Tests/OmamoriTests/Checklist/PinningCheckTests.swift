import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriReport
import OmamoriTransport
import TestSupport
import Testing

@testable import Omamori

/// The trial of pins, over doors that answer what a test wants and at a real server.
@Suite("Pinning check")
struct PinningCheckTests {
  /// Answers the connection with the app's pins and the one with wrong pins.
  private struct Door: ConnectionDoor {
    let right: PinTrial.Step
    let wrong: PinTrial.Step
    let policy: TransportPolicy

    func knock(_ server: RequestURL, under policy: TransportPolicy) async -> PinTrial.Step {
      policy == self.policy ? right : wrong
    }
  }

  private static func policy(port: Int = 443) throws -> (TransportPolicy, RequestURL) {
    let pins = try PinSet(
      leaf: [
        CertificatePin(digest: Data(repeating: 1, count: 32)),
        CertificatePin(digest: Data(repeating: 2, count: 32), role: .backup),
      ])
    let host = try HostName("api.example.com")
    let policy = try TransportPolicy(
      rules: [HostRule(try HostPattern(host, subdomains: .excluded), pins: pins)], unlistedHosts: .refused)
    return (policy, try RequestURL("https://api.example.com/"))
  }

  private static func result(_ right: PinTrial.Step, _ wrong: PinTrial.Step) async throws -> CheckResult {
    let (policy, server) = try policy()
    return await PinningCheck(
      policy, servers: [server], door: Door(right: right, wrong: wrong, policy: policy)
    ).run()
  }

  @Test func passesOnlyWhenBothConnectionsSaySo() async throws {
    let steps: [PinTrial.Step] = [.admitted, .unpinned, .refused, .notTrusted, .notReached(.timedOut)]
    for right in steps {
      for wrong in steps {
        let result = try await Self.result(right, wrong)
        #expect((result.state == .passed) == (right == .admitted && wrong == .refused), "\(right) \(wrong)")
        let isLetThrough = wrong == .admitted || wrong == .unpinned
        if isLetThrough { #expect(result.problems.first?.severity == .critical) }
      }
    }
    #expect(try await Self.result(.unpinned, .refused).answer == .fail)
    #expect(try await Self.result(.refused, .refused).answer == .fail)
    #expect(try await Self.result(.notReached(.timedOut), .refused).missing == "failed")
    #expect(try await Self.result(.admitted, .notTrusted).missing == "failed")
  }

  @Test func isUnavailableWithoutAServer() async throws {
    let (policy, server) = try Self.policy()
    #expect(await PinningCheck(policy, servers: []).run().missing == "not-given")
    #expect(await PinningCheck(nil, servers: [server]).run().missing == "not-given")
    let many = Array(repeating: server, count: PinningCheck.greatestServerCount + 1)
    #expect(await PinningCheck(policy, servers: many).run().missing == "failed")
  }

  @Test func theSpoiltPolicyAsksTheSameButForThePins() throws {
    let (policy, server) = try Self.policy()
    let spoilt = try PinTrial.spoilt(policy, for: server.host)
    let (before, after) = (try policy.policy(for: server.host), try spoilt.policy(for: server.host))
    #expect(after.minimumVersion == before.minimumVersion && after.anchors == before.anchors)
    #expect(after.certificates == before.certificates && after.pins != before.pins)
    #expect(after.pins?.mode == .enforced)
    // Two trials never share a pin that a server could have learnt.
    #expect(try PinTrial.spoilt(policy, for: server.host) != spoilt)
  }

  @Test(.enabled(if: Program.areInstalled("openssl"), "openssl is not installed"))
  func triesAtARealServer() async throws {
    let server = try PinServer()
    let url = try RequestURL("https://localhost:\(server.port)/")
    let key = CertificatePin(certificate: try server.certificate("leaf"))
    let spare = try CertificatePin(digest: Data(repeating: 7, count: 32), role: .backup)
    func policy(_ pins: PinSet?, anchors: TrustAnchors) throws -> TransportPolicy {
      let pattern = try HostPattern(try HostName("localhost"), subdomains: .excluded)
      return try TransportPolicy(rules: [HostRule(pattern, pins: pins)], anchors: anchors)
    }
    let roots = TrustAnchors.only([try server.certificate("root")])
    let right = try PinSet(leaf: [key, spare])
    let good = await PinningCheck(try policy(right, anchors: roots), servers: [url]).run()
    #expect(good.state == .passed, "\(good.reason.english)")
    #expect(good.fact("wrong-pins") == .list(["refused"]))
    // No pins, pins of another key, pins that only report.
    let none = await PinningCheck(try policy(nil, anchors: roots), servers: [url]).run()
    #expect(none.answer == .fail && none.fact("right-pins") == .list(["unpinned"]))
    let other = try PinSet(leaf: [CertificatePin(digest: Data(repeating: 9, count: 32)), spare])
    #expect(await PinningCheck(try policy(other, anchors: roots), servers: [url]).run().answer == .fail)
    let reporting = try PinSet(
      leaf: [CertificatePin(digest: Data(repeating: 9, count: 32)), spare], mode: .reportOnly)
    #expect(await PinningCheck(try policy(reporting, anchors: roots), servers: [url]).run().answer == .fail)
    // A chain that is not trusted says nothing about pins.
    let leafAlone = TrustAnchors.only([try server.certificate("other")])
    #expect(
      await PinningCheck(try policy(right, anchors: leafAlone), servers: [url]).run().missing == "failed")
    server.stop()
    #expect(await PinningCheck(try policy(right, anchors: roots), servers: [url]).run().missing == "failed")
  }
}
