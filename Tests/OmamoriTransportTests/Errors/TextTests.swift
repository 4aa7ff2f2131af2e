import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// What people read of errors, faults and findings: there in both languages, and each its own.
@Suite struct TextTests {
  static let policyFaults: [PolicyFault] = [
    .malformedPin, .noPins, .tooManyPins, .noBackupPin, .unreachablePins, .subdomainsOfAddress,
    .duplicateRule,
    .tooManyRules, .noAnchors, .malformedAnchor, .tooManyAnchors,
  ]

  static let trustFaults: [TrustFault] = [
    .untrustedRoot, .selfSigned, .expired(depth: 1), .notYetValid(depth: 1), .wrongHost,
    .noSubjectAlternativeName,
    .malformed(depth: 1), .notAnAuthority(depth: 1), .tooManyCertificates(limit: 32),
    .tooManyAuthorities(limit: 8), .wrongUse(depth: 1), .nameConstraint(depth: 1),
    .weakKey(depth: 1),
    .weakSignature(depth: 1), .validityTooLong(depth: 1, limit: 825), .unknownCriticalExtension(depth: 1),
    .nonconforming(depth: 1), .stapleMissing, .stapleInvalid, .revoked(depth: 1), .noExtendedMasterSecret,
    .oldVersion,
    .weakCipherSuite, .other(code: 7),
  ]

  static let findings = HeaderRule.allCases.map { HeaderFinding($0, .medium) }

  static let errors: [TransportError] =
    [
      .malformedHost, .malformedURL, .endpointLeavesOrigin, .hostNotListed, .handshakeFailed(alert: 40),
      .handshakeFailed(alert: nil), .notTLS, .proxyRefused(status: 407), .noUpdatablePattern,
      .clientCertificateNeeded, .clientIdentity, .chainTooLong,
      .nameNotResolved, .system(code: 11),
      .notConnected, .connectionLost, .timedOut, .cancelled, .closed, .redirectRefused,
      .responseTooLarge(limit: 5),
      .malformedResponse, .status(404), .unexpectedMediaType, .undecodableBody, .unreadableBody,
      .headerNotAllowed,
      .insecureHeaders([]), .malformedDocument(line: 3), .malformedDocument(line: nil), .signatureInvalid,
      .rolledBack(expected: 2, found: 1), .file(code: 2), .unsupported, .backend(code: 9),
    ] + policyFaults.map { .policy($0) }

  static func check(_ texts: [LocalizedText]) {
    for text in texts {
      #expect(text.english.unicodeScalars.allSatisfy { $0.isASCII || $0 == "…" }, "\(text.english)")
      #expect(text.english.count > 10 && text.japanese.count > 5)
      #expect(
        text.japanese.unicodeScalars.contains { (0x3040...0x9FFF).contains($0.value) }, "\(text.japanese)")
      #expect(!text.japanese.hasSuffix("."))
    }
  }

  static func distinct(_ texts: [LocalizedText]) {
    #expect(Set(texts.map(\.english)).count == texts.count)
    #expect(Set(texts.map(\.japanese)).count == texts.count)
  }

  @Test func transportErrors() {
    Self.check(Self.errors.flatMap { [$0.explanation, $0.recovery] })
    Self.distinct(Self.errors.map(\.explanation))
  }

  @Test func trustFaults() {
    Self.check(Self.trustFaults.flatMap { [$0.explanation, $0.recovery] })
    Self.distinct(Self.trustFaults.map(\.explanation))
  }

  @Test func headerRules() {
    Self.check(Self.findings.flatMap { [$0.explanation, $0.recovery] })
    Self.distinct(Self.findings.map(\.explanation))
    let cookie = HeaderFinding(.cookieNotSecure, .high, cookie: 2).explanation
    #expect(cookie.english.hasPrefix("Cookie 2: ") && cookie.japanese.contains("2 番目"))
    let error = TransportError.insecureHeaders([HeaderFinding(.transportSecurityDisabled, .high)])
    #expect(error.message(in: .en).contains("max-age=0") && error.message(in: .ja).contains("max-age=0"))
  }

  @Test func identifiersOfRules() {
    for rule in HeaderRule.allCases {
      #expect(rule.rawValue.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D })
      #expect(HeaderRule(rawValue: rule.rawValue) == rule)
    }
  }

  @Test func verdicts() throws {
    let host = try HostName("a.example")
    let chain = try SampleChain.trusted()
    let expiry = Date(timeIntervalSince1970: 0)
    let pins: [PinVerdict?] = [
      nil, PinVerdict(outcome: .notPinned), PinVerdict(outcome: .mismatched([.leaf])),
      PinVerdict(outcome: .expired(expiry)),
    ]
    let refused = pins.map {
      ConnectionVerdict(host: host, faults: [], chain: $0 == nil ? nil : chain, pins: $0, facts: nil)
    }
    Self.check(refused.flatMap { [$0.explanation, $0.recovery] })
    Self.distinct(refused.map(\.explanation))
    for fault in Self.trustFaults {
      let verdict = ConnectionVerdict(host: host, faults: [fault], chain: nil, pins: nil, facts: nil)
      #expect(verdict.explanation == fault.explanation && verdict.recovery == fault.recovery)
      #expect(TransportError.refused(verdict).explanation == fault.explanation)
    }
    for outcome in [PinVerdict.Outcome.mismatched([.leaf]), .expired(expiry)] {
      let pins = PinVerdict(outcome: outcome, mode: .reportOnly)
      let verdict = ConnectionVerdict(host: host, faults: [], chain: chain, pins: pins, facts: nil)
      #expect(verdict.explanation == refused[1].explanation, "it was accepted, and says so")
    }
  }
}
