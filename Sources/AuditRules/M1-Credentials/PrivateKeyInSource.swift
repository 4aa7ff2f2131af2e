import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A private key that is written into the program, as PEM or as bytes for a key constructor.
struct PrivateKeyInSource: SwiftRule, LiveSecretRule, SecretRule {
  static let examinesTests = true
  static let metadata = RuleMetadata(
    id: "private-key-in-source",
    title: LocalizedText("Private key in the source", ja: "ソースコードに埋め込まれた秘密鍵"),
    why: LocalizedText(
      """
      The key is in every copy of the app. Whoever extracts it signs or decrypts in the name of its owner, for every \
      user at once.
      """,
      ja: """
        秘密鍵が配布されるすべてのアプリに含まれます。取り出した者は所有者の名で署名や復号を行え、全利用者に影響します。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Make a key per device, in the Secure Enclave (SecureEnclave.P256.Signing.PrivateKey) or with Keychain, and \
        register its public half with the server; revoke the key that has shipped.
        """,
        ja: """
          鍵はデバイスごとに Secure Enclave（SecureEnclave.P256.Signing.PrivateKey）または Keychain で生成し、\
          公開鍵だけをサーバーに登録してください。配布済みの鍵は失効させてください。
          """),
      library: .keychain),
    severity: .critical, confidence: .high, cwe: [321], owaspMobile2024: [.m1, .m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad:
        #"let key = try P256.Signing.PrivateKey(rawRepresentation: Data(base64Encoded: "G7ktQWJMuFf9CjoIr8Xsn+LzT+3Q4QrgTgXPJwnM4Oc=")!)"#,
      good: "let key = try SecureEnclave.P256.Signing.PrivateKey()"))

  func check(_ text: TextSource, _ report: inout FileReport) {
    for block in PrivateKeyText.blocks(in: text.bytes) {
      // A file that is a key is spoken of by `private-key-file`.
      if Self.isWholeFile(block, text) { continue }
      let lines = String(decoding: text.bytes[block.range], as: UTF8.self)
        .split { $0.isWhitespace || $0 == "\"" || $0 == "\\" }.filter { $0.utf8.count >= 16 }.map(String.init)
      report.add(
        Self.self, at: block.range,
        LocalizedText(
          "The text holds a private key (“\(block.label)”).", ja: "テキストに秘密鍵（「\(block.label)」）が含まれています。"),
        severity: text.context == .app ? nil : .low, confidence: text.context == .app ? nil : .low,
        secrets: lines)
    }
  }

  /// Whether nothing stands before the key: the file is one, whatever it is called.
  static func isWholeFile(_ block: PrivateKeyText.Block, _ text: TextSource) -> Bool {
    block.range.lowerBound < 64 && text.bytes[..<block.range.lowerBound].allSatisfy { $0 <= 0x20 }
  }

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls(named: Self.constructors.contains) {
      guard let value = Self.keyBytes(of: call, source), !source.isMadeUp(call.node) else { continue }
      let constant = source.fold(value, in: call.scope)
      guard let bytes = Self.bytes(constant), bytes.count >= 16, Set(bytes).count >= 8,
        !bytes.starts(with: Array("-----BEGIN".utf8))
      else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      report.add(
        Self.self, at: value.utf8Range,
        LocalizedText(
          "`\(call.name)` makes a private key from constant bytes.",
          ja: "`\(call.name)` が定数のバイト列から秘密鍵を生成しています。"),
        severity: source.text.context == .app ? nil : .low,
        secrets: text.utf8.count == bytes.count ? [text] : [])
    }
  }

  private static let constructors: Set = ["PrivateKey", "SecKeyCreateWithData"]
  private static let labels: Set = ["rawRepresentation", "x963Representation", "derRepresentation"]

  private static func keyBytes(of call: Call, _ source: SwiftSource) -> ExprSyntax? {
    guard call.name == "SecKeyCreateWithData" else {
      return call.arguments.first { $0.label.map(labels.contains) ?? false }?.value
    }
    guard call.arguments.count >= 2,
      let attributes = source.dictionary(call.arguments[1].value, in: call.scope),
      attributes["kSecAttrKeyClass"]?.symbol == "kSecAttrKeyClassPrivate"
    else { return nil }
    return call.arguments[0].value
  }

  private static func bytes(_ value: Value) -> [UInt8]? {
    if case .array(let values) = value {
      let bytes = values.compactMap { $0.integer.flatMap { UInt8(exactly: $0) } }
      return bytes.count == values.count ? bytes : nil
    }
    return value.bytes
  }
}
