import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Encryption of each block for itself.
struct ECBMode: SwiftRule {
  static let metadata = RuleMetadata(
    id: "ecb-mode",
    title: LocalizedText("ECB mode", ja: "ECB モード"),
    why: LocalizedText(
      """
      In ECB equal blocks of text give equal blocks of ciphertext: patterns show through, and blocks can \
      be moved and repeated unnoticed.
      """,
      ja: """
        ECB では同じ平文ブロックが同じ暗号文ブロックになるため、内容の模様が透けて見え、ブロックの入れ替えや複製に\
        も気付けません。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use AES-GCM (AES.GCM.seal, XAES256GCM.seal); to wrap keys use AES.KeyWrap.
        """,
        ja: """
          AES-GCM（AES.GCM.seal、XAES256GCM.seal）を使用してください。鍵のラップには AES.KeyWrap を\
          使用します。
          """),
      library: .crypto),
    severity: .high, confidence: .high, cwe: [327], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    masvs: ["CRYPTO-1"], mastg: [210],
    example: RuleMetadata.Example(
      bad: """
        let options = CCOptions(kCCOptionPKCS7Padding | kCCOptionECBMode)
        """,
      good: """
        let options = CCOptions(kCCOptionPKCS7Padding)
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in Self.names {
      for reference in source.facts.references[name] ?? [] where !CryptoNames.isCompared(reference.node) {
        let words = CryptoNames.words(around: reference.node, in: reference.scope, source)
        guard words.isDisjoint(with: Self.building) else { continue }
        add(name, at: reference.range, isTable: CryptoNames.isTableEntry(reference.node), &report)
      }
    }
    for call in ["CCCrypt", "CCCryptorCreate"].flatMap({ source.facts.calls($0) }) {
      guard call.arguments.count > 6,
        case .integer(let bits) = source.fold(call.arguments[2].value, in: call.scope), bits & 2 != 0
      else { continue }
      add("\(bits)", at: call.arguments[2].value.utf8Range, isTable: false, &report)
    }
    guard source.facts.imports.contains("CryptoSwift") else { return }
    for call in source.facts.calls("ECB") where call.arguments.isEmpty {
      add("ECB()", at: call.range, isTable: false, &report)
    }
  }

  private func add(_ name: String, at range: Range<Int>, isTable: Bool, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText("\(name) turns on ECB.", ja: "\(name) により ECB モードになります。"),
      confidence: isTable ? .low : .high)
  }

  private static let names = [
    "kCCOptionECBMode", "kCCModeECB", "EVP_aes_128_ecb", "EVP_aes_192_ecb", "EVP_aes_256_ecb",
  ]
  /// Constructions that use single blocks on purpose.
  private static let building: Set = ["wrap", "unwrap", "cmac", "gcm", "ctr", "siv", "xts", "eax", "ccm"]
}
