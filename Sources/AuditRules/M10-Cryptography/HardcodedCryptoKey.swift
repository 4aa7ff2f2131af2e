import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A key that is the same in every copy of the app.
struct HardcodedCryptoKey: SwiftRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "hardcoded-crypto-key",
    title: LocalizedText("Key in the program", ja: "プログラムに埋め込まれた鍵"),
    why: LocalizedText(
      """
      A key that stands in the program is the same for everyone and can be read from the app's file in \
      minutes; all that was ever encrypted or signed with it is open.
      """,
      ja: """
        プログラム中の鍵は全利用者に共通で、アプリのファイルから数分で取り出せます。その鍵で暗号化または署名したすべてのデータが\
        破られます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Make the key at random with SymmetricKey(size: .bits256), keep it in the Keychain (Keychain.getOrCreate), or \
        derive it from what the user knows (PasswordHasher).
        """,
        ja: """
          鍵は SymmetricKey(size: .bits256) で乱数から生成して Keychain（Keychain.getOrCreate）に\
          保存するか、利用者のパスワードから導出（PasswordHasher）してください。
          """),
      library: .crypto),
    severity: .critical, confidence: .high, cwe: [321], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    masvs: ["CRYPTO-2"], mastg: [213],
    example: RuleMetadata.Example(
      bad: """
        let key = SymmetricKey(data: Data("tsukimi-journal-key-0123456789ab".utf8))
        """,
      good: """
        let key = SymmetricKey(size: .bits256)
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var reported: Set<Range<Int>> = []
    for use in KeyUse.all(in: source) {
      for origin in source.origins(of: use.key, in: use.scope) {
        guard let bytes = Self.constant(source.fold(origin.expression, in: origin.scope)) else { continue }
        let range = origin.range == origin.expression.utf8Range ? origin.range : use.key.utf8Range
        guard reported.insert(range).inserted else { continue }
        let text = String(validating: bytes, as: UTF8.self)
        report.add(
          Self.self, at: range,
          LocalizedText(
            "The key given to \(use.name) is constant: \(bytes.count) bytes that stand in the program.",
            ja: "\(use.name) に渡される鍵は定数です（プログラム中の \(bytes.count) バイト）。"),
          related: Self.declaration(of: origin, besides: range, report), secrets: text.map { [$0] } ?? [])
      }
    }
  }

  private static func declaration(
    of origin: ValueOrigin, besides range: Range<Int>, _ report: FileReport
  ) -> [FindingStep] {
    let place = origin.expression.utf8Range
    guard !range.overlaps(place) else { return [] }
    return [report.step(at: place, LocalizedText("The bytes of the key.", ja: "鍵のバイト列です。"))]
  }

  /// The bytes of a key that is the same in every run; `nil` for anything else and for nothing.
  private static func constant(_ value: Value) -> [UInt8]? {
    for alternative in value.alternatives {
      switch alternative {
      case .bytes(let bytes) where !bytes.isEmpty: return bytes
      case .string(let text) where !text.isEmpty: return Array(text.utf8)
      case .array(let values) where !values.isEmpty:
        let bytes = values.compactMap { $0.integer.map { UInt8(truncatingIfNeeded: $0) } }
        if bytes.count == values.count { return bytes }
      default: continue
      }
    }
    return nil
  }
}
