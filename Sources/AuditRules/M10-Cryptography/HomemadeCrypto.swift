import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A function called encryption that only shifts, mixes or spells the bytes differently.
struct HomemadeCrypto: SwiftRule {
  static let metadata = RuleMetadata(
    id: "homemade-crypto",
    title: LocalizedText("Home-made encryption", ja: "独自の暗号処理"),
    why: LocalizedText(
      """
      Mixing with a repeated key, shifting letters or base64 hides nothing from anyone who looks: a few \
      bytes of known text give the key away, and base64 has none.
      """,
      ja: """
        鍵の繰り返しとの XOR、文字のずらし、Base64 では何も隠せません。既知の文字が数バイトあれば鍵が判明し、\
        Base64 には鍵すらありません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use AES.GCM.seal or ChaChaPoly.seal with a random key (FileEncryptor, FieldSealer do all of it).",
        ja: "ランダムな鍵で AES.GCM.seal または ChaChaPoly.seal を使用してください（FileEncryptor、FieldSealer が対応します）。"),
      library: .crypto),
    severity: .medium, confidence: .medium, cwe: [327], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        func encrypt(_ text: [UInt8], key: [UInt8]) -> [UInt8] {
          text.enumerated().map { $1 ^ key[$0 % key.count] }
        }
        """,
      good: """
        func encrypt(_ text: Data, key: SymmetricKey) throws -> Data? {
          try AES.GCM.seal(text, using: key).combined
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for function in source.facts.functions where Self.claims(function, source) {
      guard let means = means(of: function, source) else { continue }
      report.add(
        Self.self, at: function.nameRange,
        LocalizedText(
          "\(function.name) only \(means.english).", ja: "\(function.name) は\(means.japanese)だけです。"))
    }
  }

  /// Whether the name promises encryption, and nothing around says that it implements a published cipher.
  private static func claims(_ function: Function, _ source: SwiftSource) -> Bool {
    let words = Words.of(function.name)
    guard words.contains(where: promises.contains), function.body.count > 0 else { return false }
    let around = source.facts.chain(from: function.scope).map { source.facts.scopes[$0.index].name }
    return Set(around.flatMap { Words.of($0) }).isDisjoint(with: published)
      && !around.contains { name in
        ["chacha", "salsa", "poly1305"].contains { name.lowercased().contains($0) }
      }
  }

  private struct Means {
    let english: String
    let japanese: String
  }

  private func means(of function: Function, _ source: SwiftSource) -> Means? {
    let calls = source.facts.calls(in: function.scope)
    guard !calls.contains(where: { Self.isRealCrypto($0) }) else { return nil }
    var hasLoop = calls.contains { ["map", "enumerated", "flatMap", "forEach", "zip"].contains($0.name) }
    var mixes = false
    var shifts = false
    var previous = ""
    for token in function.body.tokens(viewMode: .sourceAccurate).prefix(2_000) {
      switch token.tokenKind {
      case .binaryOperator("^"), .binaryOperator("^="): mixes = true
      case .keyword(.for), .keyword(.while), .keyword(.repeat): hasLoop = true
      // `% 26`: letters are moved along the alphabet.
      case .integerLiteral("26") where previous == "%" || previous == "%=": shifts = true
      default: break
      }
      previous = token.text
    }
    if mixes, hasLoop {
      return Means(english: "mixes the bytes with XOR", japanese: "バイトを XOR で混ぜている")
    }
    if shifts, hasLoop {
      return Means(english: "moves letters along the alphabet", japanese: "文字をアルファベット順にずらしている")
    }
    guard !calls.isEmpty, calls.allSatisfy({ Self.respelling.contains($0.name) }) else { return nil }
    if calls.contains(where: { $0.name == "base64EncodedString" || $0.argument("base64Encoded") != nil }) {
      return Means(english: "spells the bytes in base64", japanese: "バイトを Base64 で表記している")
    }
    if calls.contains(where: { $0.name == "reversed" }) {
      return Means(english: "turns the text round", japanese: "文字列を逆順にしている")
    }
    return nil
  }

  /// A call that may encrypt, here or elsewhere.
  private static func isRealCrypto(_ call: Call) -> Bool {
    !Set(Words.of(call.name)).isDisjoint(with: cryptographic)
      || call.receiverPath.contains { !Set(Words.of($0)).isDisjoint(with: cryptographic) }
      || call.name.hasPrefix("CC") || call.name.hasPrefix("Sec") || call.name.hasPrefix("EVP")
  }

  private static let promises: Set = [
    "encrypt", "decrypt", "encipher", "decipher", "encrypted", "decrypted", "scramble", "unscramble",
    "encryption", "decryption",
  ]
  private static let cryptographic: Set = [
    "aes", "seal", "open", "cipher", "encrypt", "decrypt", "crypto", "sodium", "secretbox", "rsa", "hmac",
    "chacha", "cryptor", "key", "keystream", "block", "round",
  ]
  /// Words of published ciphers and their modes: who writes one of those is judged by other means.
  private static let published: Set = [
    "aes", "chacha", "salsa", "blowfish", "rabbit", "gcm", "ctr", "cbc", "ecb", "cfb", "ofb", "pcbc", "poly",
    "des", "rc", "xts", "siv", "ccm", "twofish", "camellia", "rsa", "block", "mode", "rijndael", "stream",
  ]
  private static let respelling: Set = [
    "Data", "data", "String", "base64EncodedString", "base64EncodedData", "Array", "reversed", "joined",
    "NSString", "replacingOccurrences", "print", "NSData",
  ]
}
