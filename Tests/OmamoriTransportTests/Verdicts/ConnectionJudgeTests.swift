import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite struct ConnectionJudgeTests {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)

  static func facts(
    version: UInt16 = 0x0304, suite: String = "TLS_AES_128_GCM_SHA256", extendedMasterSecret: Bool = true,
    isResumed: Bool = false, staple: Data? = nil
  ) -> ConnectionFacts {
    ConnectionFacts(
      version: version, cipherSuite: suite, hasExtendedMasterSecret: extendedMasterSecret,
      isResumed: isResumed, applicationProtocol: "h2", stapledStatus: staple)
  }

  static func judge(
    _ minimum: TLSVersion = .tls13, pins: PinSet? = nil,
    _ change: (inout CertificateRequirements) -> Void = { _ in }
  ) throws -> ConnectionJudge {
    var certificates = CertificateRequirements()
    change(&certificates)
    let host = try HostName("api.example.com")
    let rule = HostRule(try HostPattern(host, subdomains: .excluded), pins: pins, certificates: certificates)
    let policy = try TransportPolicy(minimumVersion: minimum, rules: [rule], unlistedHosts: .refused)
    return ConnectionJudge(try policy.policy(for: host))
  }

  static let suites12 = [
    "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
    "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
    "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
    "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
    "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
  ]
  static let suites13 = [
    "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256",
  ]
  static let otherSuites = [
    "TLS_RSA_WITH_AES_128_GCM_SHA256", "TLS_RSA_WITH_AES_256_CBC_SHA",
    "TLS_DHE_RSA_WITH_AES_256_GCM_SHA384",
    "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
    "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA", "TLS_ECDHE_RSA_WITH_RC4_128_SHA", "TLS_RSA_WITH_NULL_SHA256",
    "TLS_ECDH_anon_WITH_AES_128_CBC_SHA", "TLS_AES_128_CCM_SHA256", "TLS_AES_128_CCM_8_SHA256",
    "TLS_ECDHE_ECDSA_WITH_AES_128_CCM", "TLS_PSK_WITH_AES_128_GCM_SHA256", "ECDHE-RSA-AES128-GCM-SHA256",
    "tls_aes_128_gcm_sha256", "", "TLS_AES_128_GCM_SHA256 ",
  ]

  @Test(arguments: suites12 + suites13 + otherSuites, [0x0300, 0x0301, 0x0302, 0x0303, 0x0304, 0x0305, 0])
  func versionsAndSuites(_ suite: String, _ version: UInt16) throws {
    for minimum in TLSVersion.allCases {
      let verdict = try Self.judge(minimum).verdict(
        on: try SampleChain.trusted(), faults: [], facts: Self.facts(version: version, suite: suite),
        at: Self.now)
      let isOld = ![0x0303, 0x0304].contains(version) || version < minimum.rawValue
      let fits =
        version == 0x0304
        ? Self.suites13.contains(suite) : version == 0x0303 && Self.suites12.contains(suite)
      #expect(verdict.faults.contains(.oldVersion) == isOld)
      #expect(verdict.faults.contains(.weakCipherSuite) == !fits)
      #expect(verdict.admits == (!isOld && fits))
    }
  }

  @Test(arguments: TLSVersion.allCases, [true, false])
  func extendedMasterSecret(_ version: TLSVersion, _ isPresent: Bool) throws {
    for isRequired in [true, false] {
      let suite = version == .tls13 ? Self.suites13[0] : Self.suites12[0]
      let verdict = try Self.judge(.tls12) { $0.requiresExtendedMasterSecret = isRequired }.verdict(
        on: try SampleChain.trusted(), faults: [],
        facts: Self.facts(
          version: UInt16(version.rawValue), suite: suite, extendedMasterSecret: isPresent), at: Self.now)
      #expect(verdict.admits == (version == .tls13 || isPresent || !isRequired))
    }
  }

  @Test(arguments: [nil, Data(), Data([0x30])], [true, false])
  func staple(_ staple: Data?, _ isRequired: Bool) throws {
    for isResumed in [true, false] {
      let verdict = try Self.judge { $0.requiresStaple = isRequired }.verdict(
        on: try SampleChain.trusted(), faults: [], facts: Self.facts(isResumed: isResumed, staple: staple),
        at: Self.now)
      #expect(verdict.admits == (!isRequired || staple == Data([0x30])))
    }
  }

  @Test func aFaultIsNamedOnce() throws {
    let verdict = try Self.judge { $0.requiresStaple = true }.verdict(
      on: try SampleChain.trusted(), faults: [.stapleMissing], facts: Self.facts(), at: Self.now)
    #expect(verdict.faults == [.stapleMissing])
  }

  @Test(arguments: [
    TrustFault.untrustedRoot, .selfSigned, .expired(depth: 0), .notYetValid(depth: 0), .wrongHost,
    .noSubjectAlternativeName, .malformed(depth: 1), .notAnAuthority(depth: 1), .wrongUse(depth: 0),
    .nameConstraint(depth: 1), .weakKey(depth: 0), .weakSignature(depth: 0),
    .validityTooLong(depth: 0, limit: 825), .unknownCriticalExtension(depth: 0), .nonconforming(depth: 0),
    .stapleMissing, .stapleInvalid, .revoked(depth: 0), .noExtendedMasterSecret, .oldVersion,
    .weakCipherSuite,
    .other(code: 1),
  ])
  func noPinOutweighsAFault(_ fault: TrustFault) throws {
    let pins = try PinSet(leaf: [CertificatePin(base64: SampleChain.leafKey)], requiresBackup: false)
    let report = try PinSet(
      leaf: [CertificatePin(base64: SampleChain.leafKey)], mode: .reportOnly, requiresBackup: false)
    for set in [nil, pins, report] {
      let judge = try Self.judge(pins: set)
      for chain in [nil, try SampleChain.trusted()] {
        #expect(!judge.verdict(on: chain, faults: [fault], facts: Self.facts(), at: Self.now).admits)
        #expect(!judge.verdict(onChain: chain, faults: [fault], at: Self.now).admits)
      }
    }
  }

  @Test func noChainIsNeverAdmitted() throws {
    let report = try PinSet(
      leaf: [CertificatePin(base64: SampleChain.leafKey)], mode: .reportOnly, requiresBackup: false)
    for set in [nil, report] {
      let verdict = try Self.judge(pins: set).verdict(
        on: nil, faults: [], facts: Self.facts(), at: Self.now)
      #expect(!verdict.admits && verdict.pins == nil)
    }
  }

  @Test func wrongPinIsRefusedAndReportOnlySays() throws {
    let pin = try CertificatePin(base64: SampleChain.reserveKey)
    let enforced = try Self.judge(pins: PinSet(leaf: [pin], requiresBackup: false))
    let report = try Self.judge(pins: PinSet(leaf: [pin], mode: .reportOnly, requiresBackup: false))
    let chain = try SampleChain.trusted()
    #expect(!enforced.verdict(onChain: chain, faults: [], at: Self.now).admits)
    #expect(!enforced.verdict(on: chain, faults: [], facts: Self.facts(), at: Self.now).admits)
    let verdict = report.verdict(on: chain, faults: [], facts: Self.facts(), at: Self.now)
    #expect(verdict.admits)
    #expect(verdict.pins?.outcome == .mismatched([.leaf]))
    #expect(verdict.host.description == "api.example.com" && verdict.facts == Self.facts())
  }
}
