import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

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
    example: RuleMetadata.Example(
      bad: """
        let key = try PKCS5.PBKDF2(password: bytes, salt: salt, iterations: 4_096, variant: .sha2(.sha256)).calculate()
        """,
      good: """
        let key = try PKCS5.PBKDF2(password: bytes, salt: salt, iterations: 600_000, variant: .sha2(.sha256)).calculate()
        """))

  static let triggers: Set<String> = CryptoUse.triggers.union(["execute", "executeUpdate", "sqlite3_exec"])

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let derivations = KeyDerivation.all(in: source)
    for use in CryptoUse.all(in: source) {
      if use.arguments[.rounds] != nil {
        guard let (number, constant) = Self.lowest(use.numbers(.rounds, in: source)) else { continue }
        let hash = derivations.first { $0.call.range == use.range }?.hash
        add(number, hash, at: use.place(.rounds, in: source), constant, &report)
      } else if use.kind == .pbkdf, use.call?.receiverPath == ["PKCS5"] {
        // CryptoSwift takes 4,096 rounds when it is told nothing.
        add(4096, derivations.first { $0.call.range == use.range }?.hash, at: use.range, nil, &report)
      }
      for (role, least) in [(CryptoRole.cost, 10), (.memory, 1 << 15)] {
        guard use.arguments[role] != nil, let (number, constant) = Self.lowest(use.numbers(role, in: source))
        else { continue }
        addCost(number, least, role, at: use.place(role, in: source), constant, &report)
      }
    }
    for statement in source.facts.strings {
      guard let rounds = Self.databaseRounds(statement.node, statement.scope, source) else { continue }
      add(rounds, nil, at: statement.range, nil, &report)
    }
  }

  private static func lowest(
    _ numbers: [(number: Int, constant: KnownConstant)]
  ) -> (number: Int, constant: KnownConstant)? {
    numbers.filter { $0.number > 0 }.min { $0.number < $1.number }
  }

  /// The number in `PRAGMA kdf_iter = 4000`, by which SQLCipher makes the key of a database.
  private static func databaseRounds(
    _ literal: StringLiteralExprSyntax, _ scope: ScopeID, _ source: SwiftSource
  ) -> Int? {
    guard HardcodedCryptoKey.isPragma(literal), case .stringSegment(let start)? = literal.segments.first,
      start.content.text.lowercased().contains("kdf_iter"),
      let text = source.fold(ExprSyntax(literal), in: scope).string ?? literal.knownText
    else { return nil }
    return databaseRounds(in: text)
  }

  private static func databaseRounds(in text: String) -> Int? {
    let words = text.lowercased().split { $0.isWhitespace || $0 == "=" || $0 == ";" || $0 == "'" }
    guard let place = words.firstIndex(where: { $0.hasSuffix("kdf_iter") }), words[..<place].last == "pragma",
      place + 1 < words.count
    else { return nil }
    return Int(words[place + 1])
  }

  private func add(
    _ rounds: Int, _ hash: KeyDerivation.Hash?, at range: Range<Int>, _ constant: KnownConstant?,
    _ report: inout FileReport
  ) {
    let floor = Self.floor(for: hash)
    guard rounds > 0, rounds < floor else { return }
    report.add(
      Self.self, at: range,
      LocalizedText(
        "A key is derived with \(rounds) rounds, so stolen data lets passwords be guessed fast; \(hash?.rawValue ?? "SHA-512") needs at least \(floor).",
        ja:
          "反復回数 \(rounds) 回で鍵を導出しているため、盗まれたデータからパスワードを高速に推測できます。\(hash?.rawValue ?? "SHA-512") では \(floor) 回以上が必要です。"
      ),
      severity: rounds < 10_000 ? .high : rounds < Self.weak ? .medium : .low,
      confidence: rounds < Self.weak ? .high : .low, related: constant?.steps ?? [])
  }

  private func addCost(
    _ cost: Int, _ least: Int, _ role: CryptoRole, at range: Range<Int>, _ constant: KnownConstant?,
    _ report: inout FileReport
  ) {
    guard cost < least else { return }
    let name = role == .cost ? "bcrypt" : "scrypt"
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(name) runs with a cost of \(cost), so stolen data lets passwords be guessed fast; use at least \(least).",
        ja: "\(name) のコストが \(cost) なので、盗まれたデータからパスワードを高速に推測できます。\(least) 以上にしてください。"),
      related: constant?.steps ?? [])
  }

  /// Fewer rounds than this are weak whatever the hash; what lies between it and today's advice is only noted.
  private static let weak = 100_000

  /// The fewest rounds that are advised today; the lowest number when the hash is not known.
  private static func floor(for hash: KeyDerivation.Hash?) -> Int {
    switch hash {
    case .md5, .sha1: 1_300_000
    case .sha256: 600_000
    case .sha512, nil: 210_000
    }
  }
}

extension PBKDF2LowRounds: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for use in CCryptoUse.all(in: source) {
      if use.arguments[.rounds] != nil, let number = use.constant(.rounds, in: source)?.integer {
        let name = use.arguments[.function].map { source.quote($0).lowercased() } ?? ""
        let hash: KeyDerivation.Hash? =
          name.contains("sha1") || use.name.hasSuffix("SHA1") ? .sha1 : name.contains("256") ? .sha256 : nil
        add(number, hash, at: use.place(.rounds, in: source), nil, &report)
      }
      if use.arguments[.memory] != nil, let number = use.constant(.memory, in: source)?.integer, number > 0 {
        addCost(number, 1 << 15, .memory, at: use.place(.memory, in: source), nil, &report)
      }
    }
    // `settings.keySettings.rounds = 1000` and `.rounds = 1000` of RNCryptor.
    for assignment in source.assignments(to: "rounds") {
      let isSetting =
        assignment.path.contains("keySettings") || assignment.path.contains("HMACKeySettings")
        || source.assignments(to: assignment.path.first ?? "").contains {
          $0.type == "RNCryptorKeyDerivationSettings"
        }
      guard isSetting, let number = source.constant(assignment.value, in: assignment.function)?.integer
      else { continue }
      add(
        number, .sha1, at: source.bytes(of: assignment.target.lowerBound..<assignment.value.upperBound), nil,
        &report)
    }
    for token in source.tokens where token.isString && token.text.lowercased().contains("kdf_iter") {
      if let number = Self.databaseRounds(in: token.text) { add(number, nil, at: token.range, nil, &report) }
    }
  }
}
