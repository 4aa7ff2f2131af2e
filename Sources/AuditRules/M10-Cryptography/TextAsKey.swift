import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// The letters of a text taken as the key of a cipher.
struct TextAsKey: SwiftRule {
  static let metadata = RuleMetadata(
    id: "text-as-key",
    title: LocalizedText("Text used as a key", ja: "文字列をそのまま鍵として使用している"),
    why: LocalizedText(
      """
      The letters of a password are far from random: whoever has the ciphertext tries all likely words, \
      billions a second. A text also seldom has the length that the cipher needs.
      """,
      ja: """
        パスワードの文字は乱数ではありません。暗号文を入手した者は、ありそうな言葉を毎秒数十億通り試せます。\
        また、文字列の長さが暗号に必要な鍵長と一致することもまれです。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Derive the key: PasswordHasher (Argon2id) or PBKDF2 with a random salt; or make a random key with \
        SymmetricKey(size: .bits256) and keep it in the Keychain.
        """,
        ja: """
          PasswordHasher（Argon2id）か、ランダムなソルトを用いた PBKDF2 で鍵を導出してください。または \
          SymmetricKey(size: .bits256) で生成した鍵を Keychain に保存してください。
          """),
      library: .crypto),
    severity: .high, confidence: .medium, cwe: [1204, 321], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        func lock(_ diary: Data, password: String) throws -> Data? {
          let key = SymmetricKey(data: Data(password.utf8))
          return try AES.GCM.seal(diary, using: key).combined
        }
        """,
      good: """
        func lock(_ diary: Data, password: String) throws -> Data? {
          let key = try hasher.key(from: password, salt: salt)
          return try AES.GCM.seal(diary, using: key).combined
        }
        """))

  static let triggers: Set<String> = KeyUse.triggers

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var reported: Set<Range<Int>> = []
    for use in KeyUse.all(in: source) where isCipher(use, source) {
      for origin in source.origins(of: use.key, in: use.scope) {
        guard let name = text(origin, source), !isSpelledOutBytes(name),
          reported.insert(use.key.utf8Range).inserted
        else { continue }
        let isPassword = CryptoNames.isPassword(name)
        report.add(
          Self.self, at: use.key.utf8Range,
          LocalizedText(
            "The letters of \(name) are the key given to \(use.name); text has few likely values and can be guessed. Derive the key with PasswordHasher or HKDF, or make it at random.",
            ja: "\(name) の文字がそのまま \(use.name) の鍵になっており、推測が容易です。PasswordHasher や HKDF で導出するか、乱数で生成してください。"),
          confidence: isPassword ? .high : nil)
      }
    }
  }

  /// A shared secret of a protocol may be text where it only makes an HMAC.
  private func isCipher(_ use: KeyUse, _ source: SwiftSource) -> Bool {
    switch use.kind {
    case .cipher: true
    case .code, .password: false
    case .object:
      ["seal", "open"].contains { name in
        source.facts.calls(name).contains { $0.argument("using") != nil }
      }
        && use.call?.node.ancestor(FunctionCallExprSyntax.self, within: 4).map {
          ["authenticationCode", "isValidAuthenticationCode", "HMAC", "deriveKey"].contains(
            NamePath.last(of: $0.calledExpression) ?? "")
        } != true
    }
  }

  /// The name of the text that a key comes from; bytes that were decoded or derived have another origin.
  private func text(_ origin: ValueOrigin, _ source: SwiftSource) -> String? {
    if source.fold(origin.expression, in: origin.scope).isConstant { return nil }
    for part in SequenceParts.of(origin.expression) {
      guard let name = NamePath.last(of: part) else { continue }
      if let member = ExternalInput.member(in: part) { return member }
      if let reference = part.as(DeclReferenceExprSyntax.self) {
        let binding = source.binding(named: reference.baseName.text, from: origin.scope)
        if Self.isText(binding?.type) { return name }
      } else if part.is(MemberAccessExprSyntax.self) {
        let members = source.facts.bindings(name).filter {
          source.facts.scopes[$0.scope.index].kind == .type
        }
        if !members.isEmpty, members.allSatisfy({ Self.isText($0.type) }) { return name }
      }
    }
    return nil
  }

  /// A text that holds the bytes in another spelling is decoded by somebody else.
  private func isSpelledOutBytes(_ name: String) -> Bool {
    !Set(Words.of(name)).isDisjoint(with: ["hex", "base64", "base", "pem"])
  }

  private static func isText(_ type: TypeSyntax?) -> Bool {
    let name = type?.writtenName.filter { $0 != "?" && $0 != "!" } ?? ""
    return ["String", "Substring", "NSString"].contains(name)
  }
}
