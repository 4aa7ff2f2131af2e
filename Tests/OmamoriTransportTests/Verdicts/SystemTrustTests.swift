import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// What is examined of a chain that another validator has built.
@Suite struct SystemTrustTests {
  private let now = Date(timeIntervalSince1970: 1_796_000_000)

  private func judge(
    _ host: String = "api.example.com", anchors: TrustAnchors = .system,
    _ change: (inout CertificateRequirements) -> Void = { _ in }
  ) throws -> ConnectionJudge {
    var requirements = CertificateRequirements()
    (requirements.isStrict, requirements.greatestValidityDays) = (false, nil)
    change(&requirements)
    let policy = try TransportPolicy(anchors: anchors, certificates: requirements)
    return ConnectionJudge(try policy.policy(for: HostName(host)))
  }

  private func chain() throws -> [Data] {
    try [SampleChain.leaf, SampleChain.authority, SampleChain.root].map {
      try Certificate(pemRepresentation: $0).derRepresentation
    }
  }

  @Test func aGoodChainIsTrusted() throws {
    let verdict = try judge().verdict(onSystemTrusted: chain(), at: now)
    #expect(verdict.admits)
    #expect(try verdict.chain?.certificates.map(\.derRepresentation) == chain())
    #expect(try judge().again(verdict, at: now) == verdict)
    #expect(try !judge().demandsStatus(verdict))
  }

  @Test func theRequirementsAreTheSameAsElsewhere() throws {
    func faults(_ judge: ConnectionJudge, _ chain: [Data]) -> [TrustFault] {
      let verdict = judge.verdict(onSystemTrusted: chain, at: now)
      #expect(verdict.admits == verdict.faults.isEmpty)
      return verdict.faults
    }
    let good = try chain()
    #expect(try faults(judge("other.example.com"), good) == [.wrongHost])
    #expect(
      try faults(judge { $0.greatestValidityDays = 825 }, good) == [.validityTooLong(depth: 0, limit: 825)])
    #expect(try faults(judge { $0.greatestIntermediateCount = 0 }, good) == [.notAnAuthority(depth: 1)])
    #expect(try faults(judge(), []) == [.untrustedRoot])
    #expect(try faults(judge(), good + [Data([0x30, 0])]) == [.malformed(depth: 3)])
    let long = Array(repeating: good[1], count: PresentedChain.greatestCount + 1)
    #expect(try faults(judge(), long) == [.notAnAuthority(depth: PresentedChain.greatestCount)])
  }
}
