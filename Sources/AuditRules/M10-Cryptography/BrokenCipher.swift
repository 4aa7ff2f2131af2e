import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A cipher that is broken or has blocks of 64 bits.
struct BrokenCipher: SwiftRule {
  static let metadata = RuleMetadata(
    id: "broken-cipher",
    title: LocalizedText("Broken cipher", ja: "破られた暗号"),
    why: LocalizedText(
      """
      DES keys are found by trying all of them, RC4 leaks what it encrypts, and ciphers with 64-bit blocks \
      repeat blocks after a few gigabytes.
      """,
      ja: """
        DES の鍵は総当たりで見つかり、RC4 は平文の情報を漏らします。ブロック長 64 ビットの暗号は\
        数 GB でブロックが重複します。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use AES-GCM or ChaCha20-Poly1305 (AES.GCM, ChaChaPoly; XAES256GCM.seal).
        """,
        ja: """
          AES-GCM または ChaCha20-Poly1305（AES.GCM、ChaChaPoly、XAES256GCM.seal）を\
          使用してください。
          """),
      library: .crypto),
    severity: .high, confidence: .high, cwe: [327], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        let status = CCCrypt(
          CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmDES), options, key, 8, iv, plain, n, out, m, &moved)
        """,
      good: """
        let box = try AES.GCM.seal(plain, using: key)
        """))

  static let triggers: Set<String> = Set(names.keys).union(CryptoUse.triggers)

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in Self.names.keys.sorted() {
      for reference in source.facts.references[name] ?? [] where !CryptoNames.isCompared(reference.node) {
        add(
          Self.names[name] ?? "", at: reference.range, isTable: CryptoNames.isTableEntry(reference.node),
          &report)
      }
    }
    for use in CryptoUse.all(in: source) {
      guard let algorithm = use.arguments[.algorithm], !Self.names(algorithm) else { continue }
      let ciphers = use.symbols(.algorithm, in: source).compactMap { name in
        Self.names[name] ?? Self.members[name.lowercased().filter { $0 != "_" }]
      }
      guard let cipher = ciphers.min() else { continue }
      add(cipher, at: use.place(.algorithm, in: source), isTable: false, &report)
    }
    for name in Self.functions.keys.sorted() {
      for call in source.facts.calls(name) {
        add(Self.functions[name] ?? "", at: call.range, isTable: false, &report)
      }
    }
    guard source.facts.imports.contains("CryptoSwift") else { return }
    for call in source.facts.calls("Blowfish") { add("Blowfish", at: call.range, isTable: false, &report) }
  }

  /// Whether an argument names the cipher itself, which is reported by its name.
  private static func names(_ argument: ExprSyntax) -> Bool {
    argument.tokens(viewMode: .sourceAccurate).contains { names[$0.text] != nil }
  }

  func add(_ cipher: String, at range: Range<Int>, isTable: Bool, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "Data is encrypted with \(cipher), which can be broken in practice; use AES.GCM.",
        ja: "実際に破れる \(cipher) で暗号化しています。AES.GCM を使用してください。"),
      confidence: isTable ? .low : .high)
  }

  static let names = [
    "kCCAlgorithmDES": "DES", "kCCAlgorithm3DES": "Triple DES", "kCCAlgorithmCAST": "CAST",
    "kCCAlgorithmRC2": "RC2", "kCCAlgorithmRC4": "RC4", "kCCAlgorithmBlowfish": "Blowfish",
    "EVP_des_cbc": "DES", "EVP_des_ecb": "DES", "EVP_des_ede3_cbc": "Triple DES", "EVP_rc4": "RC4",
    "EVP_rc2_cbc": "RC2", "EVP_bf_cbc": "Blowfish", "EVP_cast5_cbc": "CAST", "EVP_idea_cbc": "IDEA",
    "EVP_des_ede3": "Triple DES", "EVP_des_ede3_ecb": "Triple DES", "EVP_des_ede_cbc": "Triple DES",
    "EVP_des_cfb64": "DES", "EVP_des_ofb": "DES", "EVP_rc4_40": "RC4", "EVP_rc2_ecb": "RC2",
    "EVP_rc2_40_cbc": "RC2", "EVP_bf_ecb": "Blowfish", "EVP_bf_cfb64": "Blowfish", "EVP_cast5_ecb": "CAST",
  ]
  private static let members = [
    "des": "DES", "tripledes": "Triple DES", "threedes": "Triple DES", "des3": "Triple DES", "rc2": "RC2",
    "rc4": "RC4", "arcfour": "RC4", "blowfish": "Blowfish", "cast": "CAST",
  ]
  /// Functions of OpenSSL that are such a cipher.
  static let functions = [
    "DES_ecb_encrypt": "DES", "DES_cbc_encrypt": "DES", "DES_ncbc_encrypt": "DES", "DES_set_key": "DES",
    "DES_set_key_unchecked": "DES", "DES_ede3_cbc_encrypt": "Triple DES", "DES_ecb3_encrypt": "Triple DES",
    "RC4_set_key": "RC4", "RC2_set_key": "RC2", "BF_set_key": "Blowfish", "CAST_set_key": "CAST",
  ]
}

extension BrokenCipher: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    let names = Set(Self.names.keys)
    let uses = source.uses(of: names, in: source.tokens.indices).filter {
      !source.isCompared($0) && !source.isMadeKnown($0)
    }
    for name in Self.functions.keys.sorted() where source.names.contains(name) {
      for call in source.calls(name)
      where !call.hasReceiver && source.function(around: call.tokens.lowerBound) != nil {
        add(Self.functions[name] ?? "", at: source.bytes(of: call.tokens), isTable: false, &report)
      }
    }
    guard !uses.isEmpty else { return }
    let tables = CipherTables(source)
    for index in uses {
      add(
        Self.names[source.tokens[index].text] ?? "", at: source.tokens[index].range,
        isTable: tables.hold(index), &report)
    }
  }
}
