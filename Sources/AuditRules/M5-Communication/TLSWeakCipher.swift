import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Cipher suites that protect nothing, switched on by hand.
struct TLSWeakCipher: SwiftRule {
  static let metadata = RuleMetadata(
    id: "tls-weak-cipher",
    title: LocalizedText("Broken cipher suites enabled for TLS", ja: "TLS で破られた暗号スイートを有効にしている"),
    why: LocalizedText(
      """
      Suites with RC4, DES, 3DES, export keys or without any encryption or authentication are off by default because \
      they can be read or impersonated. Enabled, an attacker on the path steers the connection to them.
      """,
      ja: """
        RC4、DES、3DES、輸出用の短い鍵、暗号化や認証のないスイートは、解読やなりすましが可能なため既定で無効です。\
        有効にすると、経路上の攻撃者が接続をそのスイートに誘導できます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Leave the choice to the system, or add only AEAD suites with ephemeral keys. SecureSession does not widen it.",
        ja: "選択はシステムに任せるか、一時鍵を使う AEAD のスイートだけを追加してください。SecureSession は範囲を広げません。"),
      library: .transport),
    severity: .high, confidence: .high, cwe: [327], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: "sec_protocol_options_append_tls_ciphersuite(options, .RSA_WITH_3DES_EDE_CBC_SHA)",
      good: "sec_protocol_options_append_tls_ciphersuite(options, .AES_256_GCM_SHA384)"))

  static let triggers: Set<String> = Set(functions.keys).union(lists).union([
    group, "SSL_CTX_set_cipher_list", "SSL_set_cipher_list",
  ])

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for (function, position) in Self.functions {
      for call in source.facts.calls(function) where call.arguments.count > position {
        let value = call.arguments[position].value
        guard let suite = Self.suite(value, call.scope, source) else { continue }
        add(suite, at: value.utf8Range, &report)
      }
    }
    for call in source.facts.calls(Self.group) where call.arguments.count == 2 {
      let value = call.arguments[1].value
      guard source.fold(value, in: call.scope).symbol == "legacy" else { continue }
      report.add(
        Self.self, at: value.utf8Range,
        LocalizedText(
          "The legacy group has suites with RC4 and 3DES.", ja: "legacy グループには RC4 や 3DES のスイートが含まれます。"),
        confidence: .medium)
    }
    for call in source.facts.calls("SSL_CTX_set_cipher_list") + source.facts.calls("SSL_set_cipher_list")
    where call.arguments.count == 2 {
      checkText(call.arguments[1].value, call.scope, source, &report)
    }
    for name in Self.lists {
      for assignment in source.facts.assignments(to: name, in: .file, from: 0) {
        checkText(assignment.value, assignment.scope, source, &report)
      }
    }
  }

  private func add(_ suite: String, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText("The suite \(suite) is enabled.", ja: "暗号スイート \(suite) が有効になっています。"))
  }

  /// A list as OpenSSL takes it: `HIGH:RC4-SHA:!aNULL`.
  private func checkText(
    _ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource, _ report: inout FileReport
  ) {
    guard let text = source.fold(value, in: scope).string else { return }
    let weak = text.split { ":, ".contains($0) }.first { item in
      guard let first = item.first, first != "!", first != "-" else { return false }
      return Self.isWeak(String(item))
    }
    if let weak { add(String(weak), at: value.utf8Range, &report) }
  }

  /// The name of a weak suite that `value`, or an element of it, is.
  private static func suite(_ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> String? {
    if let call = Call(value, scope: scope),
      let raw = call.argument("rawValue") ?? call.arguments.first?.value,
      call.labels == ["rawValue"] || call.labels == ["_"]
    {
      return suite(raw, scope, source)
    }
    switch source.fold(value, in: scope) {
    case .array(let values): return values.lazy.compactMap { name(of: $0) }.first
    case let other: return other.alternatives.lazy.compactMap { name(of: $0) }.first
    }
  }

  private static func name(of value: Value) -> String? {
    if let name = value.symbol { return isWeak(name) ? name : nil }
    return value.integer.flatMap { weakNumbers.contains($0) ? "0x" + String($0, radix: 16) : nil }
  }

  private static func isWeak(_ name: String) -> Bool {
    let words = name.uppercased().split { "_-".contains($0) }.map(String.init)
    return words.contains(where: weakWords.contains)
  }

  /// Functions with the position of the suite among their arguments.
  private static let functions = [
    "sec_protocol_options_append_tls_ciphersuite": 1, "sec_protocol_options_add_tls_ciphersuite": 1,
    "SSLSetEnabledCiphers": 1,
  ]
  private static let group = "sec_protocol_options_append_tls_ciphersuite_group"
  /// Properties that take a list as OpenSSL writes it.
  private static let lists = ["cipherSuites"]
  private static let weakWords: Set = [
    "RC4", "RC2", "3DES", "DES", "EXPORT", "EXPORT40", "EXP", "NULL", "ENULL", "ANULL", "ANON", "ADH",
    "AECDH",
    "LOW",
    "MD5", "IDEA", "CBC3",
  ]
  /// Numbers of suites without encryption, without authentication, or with RC2, RC4, DES or 3DES.
  private static let weakNumbers: Set = Set(0x00...0x0D).union([
    0x10, 0x13, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x2C, 0x2D, 0x2E, 0x34, 0x3A, 0x3B, 0xC001, 0xC002,
    0xC003, 0xC006, 0xC007, 0xC008, 0xC00B, 0xC00C, 0xC00D, 0xC010, 0xC011, 0xC012, 0xC015, 0xC016, 0xC017,
  ])
}
