import Foundation
import OmamoriApple
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Security
import Testing
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct PinnedSessionDelegateTests {
  private func delegate(
    _ policy: TransportPolicy, identity: AppleClientIdentity? = nil,
    events: any SecurityEvents = .discarded
  ) -> PinnedSessionDelegate {
    PinnedSessionDelegate(
      policy: policy, identity: identity, events: ConnectionEvents(events), clock: TestClock())
  }

  private func refusal(_ delegate: PinnedSessionDelegate) throws -> ConnectionVerdict? {
    delegate.refusal(of: try HostName(ServerChain.host))
  }

  // Each fails when the chain is not evaluated first.
  @Test(arguments: [
    (errSecNotTrusted, TrustFault.untrustedRoot), (errSecCertificateExpired, .expired(depth: 0)),
    (errSecHostNameMismatch, .wrongHost), (-1, .other(code: -1)),
  ])
  func aChainThatTheSystemRefusesIsRefusedWhateverThePins(status: OSStatus, fault: TrustFault) async throws {
    for mode in PinSet.Mode.allCases {
      let delegate = delegate(try policy(pins(leaf: [ServerChain.leaf], mode: mode)))
      let trust = serverTrust(verdict: status)
      let answer = try await delegate.answer(challenge(trust: trust))
      #expect(answer.disposition == .cancelAuthenticationChallenge)
      #expect(answer.credential == nil)
      #expect(answer.count == 1)
      #expect(trust.prematureLookCount == 0)
      let verdict = try #require(try refusal(delegate))
      #expect(verdict.faults == [fault])
      #expect(verdict.pins == nil)
    }
  }

  @Test func pinsDecideOverATrustedChain() async throws {
    let (leaf, authority, stranger) = (ServerChain.leaf, ServerChain.authority, ServerChain.demandsStaple)
    let past = ServerChain.moment - 1
    let cases: [(PinSet?, Bool)] = [
      (nil, true), (try pins(leaf: [leaf]), true), (try pins(authorities: [authority]), true),
      (try pins(authorities: [ServerChain.root]), true),
      (try pins(leaf: [leaf], authorities: [authority]), true),
      (try pins(leaf: [stranger]), false), (try pins(leaf: [authority]), false),
      (try pins(leaf: [leaf], authorities: [stranger]), false),
      (try pins(leaf: [stranger], mode: .reportOnly), true),
      (try pins(leaf: [leaf], expiry: past), false),
      (try pins(leaf: [leaf], expiry: past, mode: .reportOnly), true),
    ]
    for (index, (pins, isAdmitted)) in cases.enumerated() {
      let delegate = delegate(try policy(pins))
      let trust = serverTrust()
      let answer = try await delegate.answer(challenge(trust: trust))
      #expect(
        answer.disposition == (isAdmitted ? .useCredential : .cancelAuthenticationChallenge), "\(index)")
      #expect((answer.credential != nil) == isAdmitted)
      #expect(answer.count == 1)
      #expect(trust.evaluationCount == 1)
      #expect(!trust.wasEvaluatedOnMainThread)
      #expect(!trust.isFetchAllowed)
      #expect(try (refusal(delegate) == nil) == isAdmitted)
    }
  }

  @Test func aBackupPinIsEnoughAndReported() async throws {
    let backup = CertificatePin(certificate: ServerChain.leaf, role: .backup)
    let other = try CertificatePin(digest: Data(repeating: 1, count: 32))
    let events = RecordedSecurityEvents()
    let delegate = delegate(try policy(PinSet(leaf: [other, backup])), events: events)
    #expect(try await delegate.answer(challenge(trust: serverTrust())).disposition == .useCredential)
    #expect(events.events.map(\.name) == ["transport.pin.backup"])
  }

  @Test func whatTheSystemAcceptsIsStillExamined() async throws {
    // The chain has no name for this host, though the system says that all is well.
    let hosts = try TransportPolicy()
    let delegate = delegate(hosts)
    let wrong = "wrong.example.com"
    let answer = try await delegate.answer(challenge(host: wrong, trust: serverTrust(names: nil)))
    #expect(answer.disposition == .cancelAuthenticationChallenge)
    #expect(delegate.refusal(of: try HostName(wrong))?.faults == [.wrongHost])

    var requirements = CertificateRequirements()
    requirements.greatestValidityDays = 90
    let short = PinnedSessionDelegate(
      policy: try policy(certificates: requirements), identity: nil, events: ConnectionEvents(.discarded),
      clock: TestClock())
    let other = try await short.answer(challenge(trust: serverTrust()))
    #expect(other.disposition == .cancelAuthenticationChallenge)
    #expect(try refusal(short)?.faults == [.validityTooLong(depth: 0, limit: 90)])
  }

  @Test func namesAreComparedInTheirOneForm() async throws {
    let trust = serverTrust()
    let answer = try await delegate(try policy(pins(leaf: [ServerChain.demandsStaple])))
      .answer(challenge(host: "API.Example.COM.", trust: trust))
    // The rule for the host counts, however the host is written.
    #expect(answer.disposition == .cancelAuthenticationChallenge)
    #expect(trust.policies.map(\.hostname) == [ServerChain.host])
  }

  @Test(arguments: ["", "bücher.example", "api.example.com/", "unlisted.example.com"])
  func aHostWithoutARuleIsRefusedUnseen(host: String) async throws {
    let trust = serverTrust(names: nil)
    let answer = try await delegate(try policy()).answer(challenge(host: host, trust: trust))
    #expect(answer.disposition == .cancelAuthenticationChallenge)
    #expect(trust.evaluationCount == 0)
  }

  @Test func withoutServerTrustNothingIsTrusted() async throws {
    let answer = try await delegate(try policy()).answer(challenge())
    #expect(answer.disposition == .cancelAuthenticationChallenge)
    #expect(answer.count == 1)
  }

  @Test(arguments: [
    NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest, NSURLAuthenticationMethodNTLM,
    NSURLAuthenticationMethodClientCertificate, "another",
  ])
  func otherChallengesAreLeftToTheSystem(method: String) async throws {
    let answer = try await delegate(try policy()).answer(challenge(method))
    #expect(answer.disposition == .performDefaultHandling)
    #expect(answer.credential == nil)
    #expect(answer.count == 1)
  }

  @Test func anIdentityIsShownToHostsOfThePolicy() async throws {
    let der = ServerChain.leaf.derRepresentation as CFData
    let certificate = try #require(SecCertificateCreateWithData(nil, der))
    let identity = AppleClientIdentity(SecIdentity(certificate: certificate), certificates: [certificate])
    let delegate = delegate(try policy(), identity: identity)
    let method = NSURLAuthenticationMethodClientCertificate
    let answer = try await delegate.answer(challenge(method))
    #expect(answer.disposition == .useCredential)
    #expect(answer.credential?.user == "identity")
    #expect(answer.credential?.persistence == URLCredential.Persistence.none)
    let other = try await delegate.answer(challenge(method, host: "unlisted.example.com"))
    #expect(other.disposition == .performDefaultHandling)
    #expect(try await delegate.answer(challenge(NSURLAuthenticationMethodHTTPBasic)).credential == nil)
  }

  // Fails when the anchors are not said to be the only ones, or to be further ones.
  @Test func rootsOfThePolicyAreTheOnlyOnesOrFurtherOnes() async throws {
    let (root, other) = (ServerChain.root, ServerChain.authority)
    let cases: [(TrustAnchors, isSystemRoot: Bool, isAdmitted: Bool)] = [
      (.system, true, true), (.system, false, false),
      (.only([root]), false, true), (.only([other]), true, false), (.only([root, other]), true, true),
      (.systemAnd([root]), false, true), (.systemAnd([other]), true, true),
      (.systemAnd([other]), false, false),
    ]
    for (anchors, isSystemRoot, isAdmitted) in cases {
      let trust = serverTrust(isSystemRoot: isSystemRoot)
      let answer = try await delegate(try policy(anchors: anchors)).answer(challenge(trust: trust))
      #expect((answer.disposition == .useCredential) == isAdmitted, "\(anchors) \(isSystemRoot)")
      #expect(trust.areAnchorsOnly == !anchors.includesSystem)
    }
  }

  @Test func aTrustThatCannotBeSetUpIsRefused() async throws {
    let trust = serverTrust(setterStatus: errSecParam)
    let delegate = delegate(try policy())
    #expect(try await delegate.answer(challenge(trust: trust)).disposition == .cancelAuthenticationChallenge)
    #expect(trust.evaluationCount == 0)
    #expect(try refusal(delegate)?.faults == [.other(code: Int(errSecParam))])
  }

  @Test(arguments: [(true, false), (true, true), (false, false), (false, true)])
  func aDemandedStatusMustBeThere(byCertificate: Bool, hasStatus: Bool) async throws {
    var requirements = CertificateRequirements()
    requirements.requiresStaple = !byCertificate
    let leaf = byCertificate ? ServerChain.demandsStaple : ServerChain.leaf
    let chain = [leaf, ServerChain.authority, ServerChain.root].map(\.derRepresentation)
    let trust = serverTrust(chain, hasStatus: hasStatus)
    let delegate = delegate(try policy(certificates: requirements))
    let answer = try await delegate.answer(challenge(trust: trust))
    #expect(answer.disposition == (hasStatus ? .useCredential : .cancelAuthenticationChallenge))
    #expect(try refusal(delegate)?.faults == (hasStatus ? nil : [.stapleMissing]))

    requirements.requiresStaple = false
    requirements.honorsMustStaple = false
    let careless = PinnedSessionDelegate(
      policy: try policy(certificates: requirements), identity: nil, events: ConnectionEvents(.discarded),
      clock: TestClock())
    #expect(try await careless.answer(challenge(trust: serverTrust(chain))).disposition == .useCredential)
  }

  @Test func aChainThatIsTooLongOrUnreadableIsRefused() async throws {
    for chain in [[], [Data([0x30, 0])], Array(repeating: ServerChain.encodings[0], count: 40)] {
      let delegate = delegate(try policy())
      let answer = try await delegate.answer(challenge(trust: serverTrust(chain)))
      #expect(answer.disposition == .cancelAuthenticationChallenge)
    }
  }

  @Test func eventsSayWhatWasRefused() async throws {
    let events = RecordedSecurityEvents()
    let delegate = delegate(try policy(pins(leaf: [ServerChain.demandsStaple])), events: events)
    _ = try await delegate.answer(challenge(trust: serverTrust()))
    _ = try await delegate.answer(challenge(trust: serverTrust(verdict: errSecNotTrusted)))
    #expect(events.events.map(\.name) == ["transport.pin.mismatch", "transport.chain.refused"])
  }
}
