import AuditEngine
import OmamoriCore
import OmamoriReport

/// A key, token or password among the texts of a program.
struct SecretInBinaryStrings: BinaryRule {
  static let metadata = RuleMetadata(
    id: "secret-in-binary-strings",
    title: LocalizedText("Secret among the texts of the program", ja: "プログラム内の文字列に秘密情報"),
    why: LocalizedText(
      "Everybody who has the app can list its texts with one command; a secret among them is public.",
      ja: "アプリを入手した人は、コマンド一つで内部の文字列を一覧できます。そこに含まれる秘密情報は公開されているのと同じです。"),
    fix: RuleFix(
      LocalizedText(
        """
        Revoke the secret, have your server make the call, and keep what belongs to a user with Keychain.set(_:for:).
        """,
        ja: """
          秘密情報を失効させ、呼び出しはサーバー側で行ってください。\
          利用者に属するものは Keychain.set(_:for:) で保存してください。
          """),
      library: .keychain),
    severity: .high, confidence: .medium, cwe: [798], owaspMobile2024: [.m1], owaspMobile2016: [.m9],
    example: RuleMetadata.Example(
      language: "macho", bad: "cstring: https://deploy:Tsuk1m19f27@builds.example.jp/",
      good: "cstring: https://builds.example.jp/"))

  func check(_ source: MachOSource, _ report: inout FileReport) {
    var told: Set<String> = []
    for image in source.images {
      image.strings.forEach { text in
        guard told.count < Self.limit else { return }
        for secret in Self.secrets(in: text.value) where told.insert(secret.value).inserted {
          let shown = SecretMask.masked(secret.value)
          report.add(
            Self.self, quoting: "\(text.section): \(shown)",
            LocalizedText(
              "A text in \(text.section) holds \(secret.kind.english), “\(shown)”.",
              ja: "\(text.section) の文字列に、\(secret.kind.japanese)「\(shown)」が含まれています。"),
            severity: secret.severity, confidence: secret.confidence)
        }
      }
    }
  }

  /// The most secrets that one file is told.
  private static let limit = 50

  private struct Secret {
    let value: String
    let kind: LocalizedText
    var severity: Severity?
    var confidence: Confidence?
  }

  private static func secrets(in text: String) -> [Secret] {
    let bytes = Array(text.utf8)
    if let block = PrivateKeyText.blocks(in: bytes).first {
      let value = String(decoding: bytes[block.range], as: UTF8.self)
      return [
        Secret(
          value: value, kind: LocalizedText("a private key", ja: "秘密鍵"), severity: .critical,
          confidence: .high)
      ]
    }
    let tokens = ProviderTokens.all(in: bytes).map { match in
      Secret(
        value: String(decoding: bytes[match.range], as: UTF8.self),
        kind: LocalizedText(
          "a secret of \(match.format.provider)", ja: "\(match.format.provider) の秘密情報"),
        severity: match.format.isRestrictable ? .low : .critical, confidence: .high)
    }
    if !tokens.isEmpty { return tokens }
    if let password = password(inAddress: text) {
      return [Secret(value: password, kind: LocalizedText("the password of an address", ja: "URL のパスワード"))]
    }
    return assigned(in: text).map {
      [Secret(value: $0.value, kind: LocalizedText("the value of \($0.name)", ja: "\($0.name) の値"))]
    } ?? []
  }

  /// The password of `https://user:password@host`.
  private static func password(inAddress text: String) -> String? {
    guard let scheme = text.firstRange(of: "://"), scheme.lowerBound > text.startIndex else { return nil }
    let authority = text[scheme.upperBound...].prefix { !"/?#\"' \n<>".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return nil }
    let parts = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].count >= 4,
      authority[at...].dropFirst().first.map({ $0.isLetter || $0.isNumber }) == true
    else { return nil }
    let password = String(parts[1])
    let isPattern = password.contains { "%{}[]()$*<>\\".contains($0) }
    return isPattern || NotASecret.contains(password, name: "password") ? nil : password
  }

  /// The value of a text that is one assignment: `api_secret=Zk3…`.
  private static func assigned(in text: String) -> (name: String, value: String)? {
    guard text.utf8.count <= 200, let mark = text.firstIndex(where: { $0 == "=" || $0 == ":" }) else {
      return nil
    }
    let name = Self.trimmed(text[..<mark], of: " \"'-")
    let value = Self.trimmed(text[text.index(after: mark)...], of: " \"',;")
    guard value.utf8.count >= 8, name.utf8.count <= 40, !value.contains(" "),
      name.utf8.allSatisfy({ $0 < 0x80 }), SensitiveLexicon.meaning(of: name) == .secret,
      let literal = CredentialLiteral(value, name: name), literal.strength == .strong
    else { return nil }
    return (name, value)
  }

  private static func trimmed(_ text: Substring, of characters: String) -> String {
    var rest = text.drop { characters.contains($0) }
    while let last = rest.last, characters.contains(last) { rest.removeLast() }
    return String(rest)
  }
}
