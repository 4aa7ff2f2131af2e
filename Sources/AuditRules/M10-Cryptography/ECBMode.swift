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
    for use in CryptoUse.all(in: source) {
      guard let mode = use.arguments[.mode], !Self.names(mode) else { continue }
      let words = CryptoNames.words(around: mode, in: use.scope, source)
      guard words.isDisjoint(with: Self.building) else { continue }
      if let name = use.symbols(.mode, in: source).intersection(Self.modes).min() {
        // `ECB()` is reported where it stands.
        if Call(mode, scope: use.scope)?.name == "ECB" { continue }
        add(name, at: use.place(.mode, in: source), isTable: false, &report)
      } else if use.call?.name != "CCCryptorCreateWithMode", use.name.hasPrefix("CC"),
        let bits = use.numbers(.mode, in: source).first(where: { $0.number & 2 != 0 })?.number
      {
        add("\(bits)", at: use.place(.mode, in: source), isTable: false, &report)
      }
    }
    guard source.facts.imports.contains("CryptoSwift") else { return }
    for call in source.facts.calls("ECB") where call.arguments.isEmpty {
      add("ECB()", at: call.range, isTable: false, &report)
    }
  }

  private func add(_ name: String, at range: Range<Int>, isTable: Bool, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(name) encrypts each block by itself (ECB), so equal parts of the data stay visible; use AES.GCM.",
        ja: "\(name) により各ブロックが個別に暗号化され（ECB）、データ中の同じ部分が見えてしまいます。AES.GCM を使用してください。"),
      confidence: isTable ? .low : .high)
  }

  private static let names = [
    "kCCOptionECBMode", "kCCModeECB", "EVP_aes_128_ecb", "EVP_aes_192_ecb", "EVP_aes_256_ecb",
    "AES_ecb_encrypt", "EVP_camellia_256_ecb", "EVP_sm4_ecb",
  ]
  /// What libraries call the mode.
  static let modes: Set = ["kCCOptionECBMode", "kCCModeECB", "ECBMode", "ecbMode", "ECB", "ecb"]

  /// Whether an argument names the mode itself, which is reported by its name.
  private static func names(_ argument: ExprSyntax) -> Bool {
    argument.tokens(viewMode: .sourceAccurate).contains { names.contains($0.text) }
  }

  /// Constructions that use single blocks on purpose.
  private static let building: Set = ["wrap", "unwrap", "cmac", "gcm", "ctr", "siv", "xts", "eax", "ccm"]
}

extension ECBMode: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    let tables = CipherTables(source)
    for index in source.uses(of: Set(Self.names), in: source.tokens.indices) {
      guard !source.isCompared(index), !source.isMadeKnown(index),
        let function = source.function(around: index),
        source.words(of: function).isDisjoint(with: Self.building)
      else { continue }
      add(
        source.tokens[index].text, at: source.tokens[index].range, isTable: tables.hold(index), &report)
    }
    for use in CCryptoUse.all(in: source) {
      guard let mode = use.arguments[.mode], source.uses(of: Set(Self.names), in: mode).isEmpty,
        case .symbol(let name)? = source.constant(mode, in: use.function)?.content, Self.modes.contains(name)
      else { continue }
      add(name, at: use.place(.mode, in: source), isTable: false, &report)
    }
  }
}
