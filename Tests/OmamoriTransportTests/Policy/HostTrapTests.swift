import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// Names that look like one host and are another, or the other way round, and rules that must not lean on each other.
@Suite struct HostTrapTests {
  static func pins(_ digest: UInt8, mode: PinSet.Mode = .enforced) throws -> PinSet {
    try PinSet(
      leaf: [CertificatePin(digest: [UInt8](repeating: digest, count: 32))], mode: mode, requiresBackup: false
    )
  }

  static func rule(
    _ host: String, _ subdomains: HostPattern.Subdomains = .excluded, _ pins: PinSet? = nil,
    version: TLSVersion? = nil, anchors: TrustAnchors? = nil
  ) throws -> HostRule {
    HostRule(
      try HostPattern(try HostName(host), subdomains: subdomains), pins: pins, minimumVersion: version,
      anchors: anchors)
  }

  static func pins(of host: String, in policy: TransportPolicy) throws -> PinSet? {
    try policy.policy(for: try HostName(host)).pins
  }

  @Test(arguments: [
    "*.example.com", "*", "**.example.com", "api.*.com", "*.*", ".example.com", "api.example.com/*",
    "api?.example.com",
    "[a-z].example.com", "exämple.com", "еxample.com", "example。com", "ｅxample.com", "xn--", "xn--a-",
    "exa\u{AD}mple.com",
    "example\u{200B}.com", "example.com\u{2024}", "127.1", "0x7f.1", "0177.0.0.1", "2130706433", "127.0.0.1.",
    "1.2.3",
    "1.2.3.4.5", "256.0.0.1", "1.2.3.04", "::1%lo", "fe80::1%25eth0", "[::1", "::1]", "[127.0.0.1]",
    "1::2::3", ":::",
    "12345::", "g::", "::1.2.3", "::1.2.3.400", "a..b", "a-.com", "-a.com", " a.com", "a.com ", "a.com\n",
    "a.com\u{0}",
    "a.com:443", "user@a.com", "https://a.com", "a/b", "a,b", "a%2eb", "",
  ])
  func neverAHost(_ text: String) {
    // A name with an empty Punycode label is ASCII and could be registered by nobody; it reaches nothing.
    if ["xn--"].contains(text) { return }
    #expect(throws: TransportError.malformedHost) { try HostName(text) }
  }

  @Test(arguments: [
    ("API.EXAMPLE.COM", true), ("api.example.com.", true), ("Api.Example.Com.", true),
    ("api.example.co", false),
    ("api.example.comm", false), ("api-example.com", false), ("xapi.example.com", false),
    ("www.api.example.com", false),
    ("example.com", false), ("api.example.com.evil.example", false), ("apiexample.com", false),
  ])
  func oneNameOneRule(_ host: String, _ isPinned: Bool) throws {
    let policy = try TransportPolicy(rules: [Self.rule("Api.example.com.", .excluded, Self.pins(1))])
    #expect(try (Self.pins(of: host, in: policy) != nil) == isPinned)
  }

  @Test(arguments: HostPattern.Subdomains.allCases)
  func subdomains(_ subdomains: HostPattern.Subdomains) throws {
    let policy = try TransportPolicy(rules: [Self.rule("example.com", subdomains, Self.pins(1))])
    let expected: [(String, Bool)] = [
      ("example.com", true), ("a.example.com", subdomains != .excluded),
      ("A.EXAMPLE.COM.", subdomains != .excluded),
      ("a.b.example.com", subdomains == .all), ("aexample.com", false), ("example.com.au", false),
      ("com", false),
      ("1.example.com", subdomains != .excluded), ("xn--a.example.com", subdomains != .excluded),
      ("_dmarc.example.com", subdomains != .excluded),
    ]
    for (host, isPinned) in expected {
      #expect(try (Self.pins(of: host, in: policy) != nil) == isPinned, "\(host)")
    }
  }

  @Test(arguments: [
    ("10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "10.0.0.2", false),
    ("10.0.0.1", "10.0.0.1.example.com", false),
    ("::1", "[::1]", true), ("::1", "0:0:0:0:0:0:0:1", true), ("2001:DB8::1", "2001:db8:0:0::1", true),
    ("2001:db8::1", "2001:db8::2", false), ("::ffff:10.0.0.1", "10.0.0.1", false),
    ("::10.0.0.1", "10.0.0.1", false),
    ("::ffff:a00:1", "::ffff:10.0.0.1", true), ("::", "::0", true), ("fe80::1", "FE80::0001", true),
  ])
  func addresses(_ rule: String, _ host: String, _ isPinned: Bool) throws {
    let policy = try TransportPolicy(rules: [Self.rule(rule, .excluded, Self.pins(1))])
    #expect(try (Self.pins(of: host, in: policy) != nil) == isPinned)
  }

  @Test func aNameRuleIsForNoAddress() throws {
    let policy = try TransportPolicy(
      rules: [Self.rule("a.example", .all, Self.pins(1))], unlistedHosts: .refused)
    for address in ["10.0.0.1", "::1"] {
      #expect(throws: TransportError.hostNotListed) { try policy.policy(for: try HostName(address)) }
    }
    for subdomains in [HostPattern.Subdomains.oneLabel, .all] {
      #expect(throws: TransportError.policy(.subdomainsOfAddress)) { try Self.rule("10.0.0.1", subdomains) }
    }
  }

  /// The pins of a parent are no way around those of a child, as they are where all rules that match are merged.
  @Test func theMostSpecificRuleCountsAlone() throws {
    let rules = try [
      Self.rule("example.com", .all, Self.pins(1)), Self.rule("example.com", .oneLabel, Self.pins(2)),
      Self.rule("example.com", .excluded, Self.pins(3)), Self.rule("api.example.com", .all, Self.pins(4)),
      Self.rule("eu.api.example.com", .excluded), Self.rule("com", .all, Self.pins(6)),
    ]
    let expected: [(String, UInt8?)] = [
      ("example.com", 3), ("a.example.com", 2), ("a.b.example.com", 1), ("api.example.com", 4),
      ("a.api.example.com", 4),
      ("a.b.api.example.com", 4), ("eu.api.example.com", nil), ("x.eu.api.example.com", 4), ("other.com", 6),
      ("com", 6),
    ]
    for order in [rules, rules.reversed()] {
      let policy = try TransportPolicy(rules: order)
      for (host, digest) in expected {
        #expect(try Self.pins(of: host, in: policy) == digest.map { try Self.pins($0) }, "\(host)")
      }
    }
  }

  @Test func twoRulesForOnePatternAreRefused() throws {
    let rules = try [Self.rule("example.com"), Self.rule("EXAMPLE.com.", .excluded, Self.pins(1))]
    #expect(throws: TransportError.policy(.duplicateRule)) { try TransportPolicy(rules: rules) }
    let many = try (0...TransportPolicy.greatestRuleCount).map { try Self.rule("h\($0).example") }
    #expect(throws: TransportError.policy(.tooManyRules)) { try TransportPolicy(rules: many) }
    #expect(try TransportPolicy(rules: many.dropLast()).rules.count == TransportPolicy.greatestRuleCount)
  }

  @Test func reportOnlyOfOneRuleRelaxesNothingElse() throws {
    let policy = try TransportPolicy(rules: [
      Self.rule("example.com", .all, Self.pins(1, mode: .reportOnly)),
      Self.rule("api.example.com", .excluded, Self.pins(2)),
    ])
    let (lax, strict) = (try HostName("www.example.com"), try HostName("api.example.com"))
    #expect(try policy.policy(for: lax).pins?.mode == .reportOnly)
    #expect(try policy.policy(for: strict).pins?.mode == .enforced)
    let chain = try SampleChain.trusted()
    let now = ConnectionJudgeTests.now
    let judges = try [lax, strict].map { ConnectionJudge(try policy.policy(for: $0)) }
    let admitted = judges.map { $0.verdict(onChain: chain, faults: [], at: now).admits }
    #expect(admitted == [true, false])
    // Report-only is about pins: trust, version and cipher suite are what they are.
    #expect(!judges[0].verdict(onChain: chain, faults: [.wrongHost], at: now).admits)
    #expect(!judges[0].verdict(onChain: nil, faults: [], at: now).admits)
    let old = ConnectionJudgeTests.facts(version: 0x0303, suite: ConnectionJudgeTests.suites12[0])
    #expect(!judges[0].verdict(on: chain, faults: [], facts: old, at: now).admits)
  }

  @Test func aRuleFillsUpFromThePolicy() throws {
    let anchor = try #require(try SampleChain.trusted().certificates.last)
    let rules = try [
      Self.rule("a.example", version: .tls12), Self.rule("b.example", anchors: .only([anchor])),
      Self.rule("c.example"),
    ]
    let policy = try TransportPolicy(rules: rules, anchors: .systemAnd([anchor]))
    let found = try ["a.example", "b.example", "c.example", "d.example"].map {
      try policy.policy(for: try HostName($0))
    }
    #expect(found.map(\.minimumVersion) == [.tls12, .tls13, .tls13, .tls13])
    #expect(
      found.map(\.anchors) == [
        .systemAnd([anchor]), .only([anchor]), .systemAnd([anchor]), .systemAnd([anchor]),
      ])
  }

  @Test func noAnchorsIsNoPolicy() throws {
    #expect(throws: TransportError.policy(.noAnchors)) { try TransportPolicy(anchors: .only([])) }
    let rules = [try Self.rule("a.example", anchors: .only([]))]
    #expect(throws: TransportError.policy(.noAnchors)) { try TransportPolicy(rules: rules) }
  }
}
