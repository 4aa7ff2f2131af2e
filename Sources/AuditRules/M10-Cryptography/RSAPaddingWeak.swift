import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// RSA with a padding that leaks or can be forged.
struct RSAPaddingWeak: SwiftRule {
  static let metadata = RuleMetadata(
    id: "rsa-padding-weak",
    title: LocalizedText("Weak RSA padding", ja: "弱い RSA パディング"),
    why: LocalizedText(
      """
      Raw RSA and PKCS#1 v1.5 encryption give texts away to anyone who sees how failures differ; SHA-1 in \
      signatures or OAEP rests on a broken hash.
      """,
      ja: """
        生の RSA や PKCS#1 v1.5 暗号化では、失敗時の挙動の違いから平文が判明します。署名や OAEP で\
        の SHA-1 は破られたハッシュに依存しています。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Encrypt with .rsaEncryptionOAEPSHA256AESGCM or, better, HPKE; sign with \
        .rsaSignatureMessagePSSSHA256 or P-256.
        """,
        ja: """
          暗号化には .rsaEncryptionOAEPSHA256AESGCM、できれば HPKE を、署名に\
          は .rsaSignatureMessagePSSSHA256 または P-256 を使用してください。
          """),
      library: .crypto),
    severity: .medium, confidence: .high, cwe: [780], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        let box = SecKeyCreateEncryptedData(key, .rsaEncryptionPKCS1, secret as CFData, nil)
        """,
      good: """
        let box = SecKeyCreateEncryptedData(key, .rsaEncryptionOAEPSHA256AESGCM, secret as CFData, nil)
        """))

  static let triggers: Set<String> = Set(algorithms.keys).union(
    algorithms.keys.map(AlgorithmConstant.constant)
  ).union([
    "SecKeyEncrypt", "SecKeyDecrypt",
  ])

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var tables: Set<Int> = []
    for name in Self.algorithms.keys.sorted() {
      guard let reason = Self.algorithms[name] else { continue }
      for use in AlgorithmConstant.uses(of: name, in: source) {
        // One finding says enough about a table.
        if let table = use.table, !tables.insert(table).inserted { continue }
        add(use.name, reason, at: use.range, use.table != nil, &report)
      }
    }
    for name in ["SecKeyEncrypt", "SecKeyDecrypt"] {
      for call in source.facts.calls(name) where call.arguments.count > 1 {
        let padding = call.arguments[1].value
        guard let symbol = source.fold(padding, in: call.scope).symbol,
          ["PKCS1", "kSecPaddingPKCS1"].contains(symbol)
        else { continue }
        add(symbol, Self.oracle, at: padding.utf8Range, false, &report)
      }
    }
  }

  private func add(
    _ name: String, _ reason: LocalizedText, at range: Range<Int>, _ isTable: Bool, _ report: inout FileReport
  ) {
    report.add(
      Self.self, at: range,
      LocalizedText("\(name) \(reason.english)", ja: "\(name) は、\(reason.japanese)"),
      confidence: isTable ? .low : .high)
  }

  private static let oracle = LocalizedText(
    "is open to padding oracles.", ja: "パディングオラクル攻撃を受けます。")
  private static let raw = LocalizedText("uses RSA without padding.", ja: "パディングなしの RSA です。")
  private static let hash = LocalizedText("rests on SHA-1.", ja: "SHA-1 に依存しています。")

  private static let algorithms: [String: LocalizedText] = [
    "rsaEncryptionPKCS1": oracle, "rsaEncryptionRaw": raw, "rsaSignatureRaw": raw,
    "rsaEncryptionOAEPSHA1": hash, "rsaEncryptionOAEPSHA1AESGCM": hash,
    "rsaSignatureMessagePKCS1v15SHA1": hash, "rsaSignatureDigestPKCS1v15SHA1": hash,
    "rsaSignatureMessagePSSSHA1": hash, "rsaSignatureDigestPSSSHA1": hash,
  ]
}
