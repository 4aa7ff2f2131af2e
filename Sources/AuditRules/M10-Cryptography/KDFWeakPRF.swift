import AuditEngine
import OmamoriCore
import OmamoriReport

/// PBKDF2 over SHA-1 or MD5.
struct KDFWeakPRF: SwiftRule {
  static let metadata = RuleMetadata(
    id: "kdf-weak-prf",
    title: LocalizedText("PBKDF2 with an old hash", ja: "古いハッシュを使う PBKDF2"),
    why: LocalizedText(
      """
      Attackers compute PBKDF2 with SHA-1 or MD5 several times faster than with SHA-256 or SHA-512, so \
      each guess of a password costs them less.
      """,
      ja: """
        SHA-1 や MD5 の PBKDF2 は、SHA-256 や SHA-512 の場合より数倍速く計算で\
        きます。その分だけ、攻撃者がパスワードを推測する手間が減ります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use kCCPRFHmacAlgSHA512, or PasswordHasher with Argon2id for new data.
        """,
        ja: """
          kCCPRFHmacAlgSHA512 を使用するか、新しいデータには Argon2id の PasswordHasher を\
          使用してください。
          """),
      library: .crypto),
    severity: .low, confidence: .high, cwe: [328], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        let key = try PKCS5.PBKDF2(password: bytes, salt: salt, iterations: 1_300_000, variant: .sha1).calculate()
        """,
      good: """
        let key = try PKCS5.PBKDF2(password: bytes, salt: salt, iterations: 600_000, variant: .sha2(.sha256)).calculate()
        """))

  static let triggers: Set<String> = Set(KeyDerivation.names)

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for derivation in KeyDerivation.all(in: source) where derivation.isPBKDF2 {
      guard let hash = derivation.hash, hash == .sha1 || hash == .md5 else { continue }
      let words = CryptoNames.words(around: derivation.call.node, in: derivation.call.scope, source)
      report.add(
        Self.self, at: derivation.call.range,
        LocalizedText(
          "\(derivation.call.name) derives a key with \(hash.rawValue), which lets passwords be guessed faster; use SHA-256 or SHA-512.",
          ja:
            "\(derivation.call.name) が \(hash.rawValue) で鍵を導出しており、パスワードを速く推測できます。SHA-256 または SHA-512 を使用してください。"
        ),
        confidence: words.isDisjoint(with: Self.formats) ? .high : .low)
    }
  }

  /// Formats that fix the function.
  private static let formats: Set = ["zip", "wpa", "wifi", "pdf", "docx", "pkcs", "legacy", "keychain"]
}
