import AuditEngine
import OmamoriCore
import OmamoriReport

/// A key derivation that costs an attacker too little.
struct PBKDF2LowRounds: SwiftRule {
  static let metadata = RuleMetadata(
    id: "pbkdf2-low-rounds",
    title: LocalizedText("Too few PBKDF2 rounds", ja: "PBKDF2 の反復回数不足"),
    why: LocalizedText(
      """
      Every guess of a password costs an attacker as many rounds as it cost the app. With a few thousand, \
      a graphics card tries millions of passwords a second.
      """,
      ja: """
        パスワードの推測 1 回にかかる手間は反復回数で決まります。数千回では、グラフィックスカードで毎秒数百万件のパスワードを\
        試せます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use at least 600,000 rounds with SHA-256, 210,000 with SHA-512 or 1,300,000 with SHA-1, or \
        PasswordHasher with Argon2id.
        """,
        ja: """
          SHA-256 では 60 万回、SHA-512 では 21 万回、SHA-1 では 130 万回以上に\
          するか、Argon2id の PasswordHasher を使用してください。
          """),
      library: .crypto),
    severity: .medium, confidence: .high, cwe: [916], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    masvs: ["CRYPTO-1"], mastg: [],
    example: RuleMetadata.Example(
      bad: """
        let key = try PKCS5.PBKDF2(password: bytes, salt: salt, iterations: 4_096, variant: .sha2(.sha256)).calculate()
        """,
      good: """
        let key = try PKCS5.PBKDF2(password: bytes, salt: salt, iterations: 600_000, variant: .sha2(.sha256)).calculate()
        """))

  static let triggers: Set<String> = Set(KeyDerivation.names)

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for derivation in KeyDerivation.all(in: source) where derivation.isPBKDF2 {
      guard let rounds = derivation.rounds else {
        // CryptoSwift takes 4,096 rounds when it is told nothing.
        if derivation.call.receiverPath == ["PKCS5"] {
          add(4096, derivation, at: derivation.call.range, &report)
        }
        continue
      }
      for origin in source.origins(of: rounds, in: derivation.call.scope) {
        let known = source.fold(origin.expression, in: origin.scope).alternatives.compactMap(\.integer)
        guard let lowest = known.min() else { continue }
        add(lowest, derivation, at: origin.range, &report)
      }
    }
  }

  private func add(
    _ rounds: Int, _ derivation: KeyDerivation, at range: Range<Int>, _ report: inout FileReport
  ) {
    let floor = Self.floor(for: derivation.hash)
    guard rounds > 0, rounds < floor else { return }
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(rounds) rounds; \(derivation.hash?.rawValue ?? "SHA-512") needs at least \(floor).",
        ja: "反復回数が \(rounds) 回です。\(derivation.hash?.rawValue ?? "SHA-512") では \(floor) 回以上が必要です。"),
      severity: rounds < 10_000 ? .high : .medium)
  }

  /// The fewest rounds that are acceptable; the lowest floor when the hash is not known.
  private static func floor(for hash: KeyDerivation.Hash?) -> Int {
    switch hash {
    case .md5, .sha1: 1_300_000
    case .sha256: 600_000
    case .sha512, nil: 210_000
    }
  }
}
