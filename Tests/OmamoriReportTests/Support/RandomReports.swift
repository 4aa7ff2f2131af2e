import OmamoriCore
import OmamoriReport

/// Numbers that are the same for the same seed, on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

/// Random audits over rules of every area, with low severities and confidences as likely as high ones.
struct RandomReports {
  static let ids: [RuleID] = [
    "ats-arbitrary-loads", "ats-weak-tls", "pinned-domains-invalid", "jailbreak-check-dead",
    "jailbreak-check-weak", "integrity-check-disabled", "pin-single", "pinning-without-evaluation",
    "pinning-absent", "keychain-accessible-always", "preferences-secret", "file-secret-plaintext",
    "trust-all-certificates", "tls-minimum-too-low", "cleartext-url", "cookie-not-secure", "jwt-not-verified",
    "oauth-no-pkce", "log-sensitive", "log-public-privacy", "debug-backdoor", "webview-inspectable",
    "weak-hash", "sql-injection", "dependency-lock-missing", "privacy-manifest-missing", "binary-no-pie",
  ]
  static let rules = ids.enumerated().map { index, id in
    Sample.rule(id, categories: [OWASPMobile2024.allCases[index % 10]])
  }

  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func finding() -> Finding {
    let line = Int.random(in: 1...40, using: &generator)
    return Finding(
      rule: generator.pick(Self.ids), severity: generator.pick(Severity.allCases),
      confidence: generator.pick(Confidence.allCases),
      file: generator.pick(["A.swift", "B.swift", "Info.plist"]),
      region: SourceRegion(startLine: line, startColumn: 1, endLine: line, endColumn: 9),
      message: LocalizedText("seen on \(line)", ja: "\(line) 行目で検出"),
      snippet: generator.pick(["a()", "b()", "c()"]),
      suppression: generator.chance(10) ? Suppression(kind: .inSource, reason: "known") : nil)
  }

  mutating func findings(atMost limit: Int = 14) -> [Finding] {
    (0..<Int.random(in: 0...limit, using: &generator)).map { _ in finding() }
  }

  mutating func inputs() -> Set<AuditInput> {
    Set(AuditInput.allCases.filter { _ in generator.chance(50) })
  }

  mutating func evidence() -> [Evidence] {
    Evidence.Kind.allCases.filter { _ in generator.chance(30) }.map { kind in
      Evidence(kind: kind, file: "A.swift", region: nil, message: kind.title)
    }
  }

  func report(_ findings: [Finding], inputs: Set<AuditInput>, evidence: [Evidence]) -> AuditReport {
    AuditReport(
      target: AuditTarget(path: ".", kind: .xcodeProject, isApp: true), rules: Self.rules, findings: findings,
      evidence: evidence, inputs: inputs, files: FileCounts(scanned: 3), skipped: [],
      startedAt: Date(timeIntervalSince1970: 0), duration: .zero)
  }
}
