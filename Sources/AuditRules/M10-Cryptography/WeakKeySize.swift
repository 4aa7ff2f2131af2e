import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A key that is too short.
struct WeakKeySize: SwiftRule {
  static let metadata = RuleMetadata(
    id: "weak-key-size",
    title: LocalizedText("Key too short", ja: "短すぎる鍵"),
    why: LocalizedText(
      """
      RSA keys of 1024 bits can be factored by well-funded attackers, shorter ones by anyone; short curve \
      and MAC keys fall in the same way.
      """,
      ja: """
        1024 ビットの RSA 鍵は資金力のある攻撃者なら素因数分解でき、それより短い鍵は誰でも破れます。\
        短い楕円曲線鍵や MAC 鍵も同様です。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use P-256 or Curve25519, RSA with 3072 bits where it must be RSA, and 256-bit symmetric keys.
        """,
        ja: """
          P-256 または Curve25519 を使用してください。RSA が必須の場合は 3072 ビット、\
          共通鍵は 256 ビットにします。
          """),
      library: .crypto),
    severity: .high, confidence: .high, cwe: [326], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        let attributes: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024]
        let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil)
        """,
      good: """
        let attributes: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 3072]
        let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil)
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["SecKeyCreateRandomKey", "SecKeyGeneratePair", "SecKeyGeneratePairAsync"] {
      for call in source.facts.calls(name) {
        guard let argument = call.arguments.first?.value,
          let attributes = source.dictionary(argument, in: call.scope),
          let (entry, bits) = attributes.entries(for: "kSecAttrKeySizeInBits").lazy.compactMap({ entry in
            entry.value.alternatives.compactMap(\.integer).min().map { (entry, $0) }
          }).min(by: { $0.1 < $1.1 })
        else { continue }
        let type = attributes["kSecAttrKeyType"]?.symbol ?? ""
        let isCurve = type.contains("EC")
        // Without a known type: no curve has 512 or 1024 bits.
        let isRSA = type.contains("RSA") || !isCurve && bits % 256 == 0 && bits > 384
        if isRSA, bits < 2048 { add("RSA", bits, 2048, at: entry.range, &report) }
        if isCurve, bits < 224 { add("EC", bits, 256, at: entry.range, &report) }
      }
    }
    addSizes(in: source, &report)
    for call in source.facts.calls("PrivateKey") where call.receiverPath.contains("_RSA") {
      guard let size = call.argument("keySize").flatMap({ Self.bits($0, call.scope, in: source) }),
        size < 2048
      else { continue }
      add("RSA", size, 2048, at: call.argument("keySize")?.utf8Range ?? call.range, &report)
    }
    for call in source.facts.calls("SymmetricKey") {
      guard let argument = call.argument("size"), let size = Self.bits(argument, call.scope, in: source),
        size < 128
      else { continue }
      add("Symmetric", size, 128, at: argument.utf8Range, &report)
    }
  }

  /// Sizes that come by another way than a literal: through parameters of helpers, and in calls of other libraries.
  private func addSizes(in source: SwiftSource, _ report: inout FileReport) {
    for entry in source.facts.references["kSecAttrKeySizeInBits"] == nil ? [] : source.facts.entries {
      guard let key = entry.key, NamePath.last(of: SequenceParts.of(key)[0]) == "kSecAttrKeySizeInBits",
        source.fold(entry.value, in: entry.scope).alternatives.allSatisfy({ $0.integer == nil }),
        let found = source.constants(reaching: entry.value, in: entry.scope).first(where: {
          $0.value.integer.map { $0 < 2048 && $0 % 256 == 0 && $0 > 384 && $0 != 521 } ?? false
        }), let bits = found.value.integer
      else { continue }
      add("RSA", bits, 2048, at: entry.value.utf8Range, &report)
    }
    for use in CryptoUse.all(in: source) where use.kind == .generation {
      guard let size = use.arguments[.size],
        let bits = use.numbers(.size, in: source).map(\.number).filter({ $0 > 384 }).min(), bits < 2048
      else { continue }
      add("RSA", bits, 2048, at: size.utf8Range, &report)
    }
    for call in source.facts.calls("generateRSAKeyPair") {
      guard let size = call.argument("sizeInBits"),
        let bits = source.constants(reaching: size, in: call.scope).compactMap(\.value.integer).min(),
        bits < 2048
      else { continue }
      add("RSA", bits, 2048, at: size.utf8Range, &report)
    }
  }

  /// The number in `.init(bitCount: 64)` or `SymmetricKeySize(bitCount: 64)`.
  private static func bits(_ size: ExprSyntax, _ scope: ScopeID, in source: SwiftSource) -> Int? {
    guard let node = size.as(FunctionCallExprSyntax.self) else { return nil }
    let count = node.arguments.first { $0.label?.text == "bitCount" }?.expression
    return source.fold(count, in: scope).integer
  }

  private func add(
    _ kind: String, _ bits: Int, _ least: Int, at range: Range<Int>, _ report: inout FileReport
  ) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "The \(kind == "Symmetric" ? "symmetric" : kind) key has \(bits) bits, which others can break; use at least \(least).",
        ja: "\(kind == "Symmetric" ? "共通" : kind) 鍵が \(bits) ビットしかなく、破られるおそれがあります。\(least) ビット以上にしてください。"))
  }
}

extension WeakKeySize: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for use in CCryptoUse.all(in: source) where use.kind == .generation {
      guard let size = use.arguments[.size], let bits = use.constant(.size, in: source)?.integer, bits > 384,
        bits < 2048
      else { continue }
      add("RSA", bits, 2048, at: source.bytes(of: size), &report)
    }
    guard source.names.contains("kSecAttrKeySizeInBits") else { return }
    for name in ["SecKeyCreateRandomKey", "SecKeyGeneratePair"] {
      for call in source.calls(name) {
        guard let argument = call.arguments.first,
          let attributes = source.dictionary(argument, in: call.function),
          let entry = attributes["kSecAttrKeySizeInBits"],
          let bits = source.constant(entry.value, in: entry.function ?? call.function)?.integer
        else { continue }
        let type = attributes["kSecAttrKeyType"].map { source.quote($0.value) } ?? ""
        if !type.contains("EC"), bits > 384, bits < 2048, bits % 256 == 0 {
          add("RSA", bits, 2048, at: source.bytes(of: entry.value), &report)
        } else if type.contains("EC"), bits < 224 {
          add("EC", bits, 256, at: source.bytes(of: entry.value), &report)
        }
      }
    }
  }
}
