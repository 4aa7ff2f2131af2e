import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A literal password, key or token in a call.
struct HardcodedCredentialArgument: SwiftRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "hardcoded-credential-argument",
    title: LocalizedText("Hard-coded credential in a call", ja: "呼び出しに直接書かれた認証情報"),
    why: LocalizedText(
      """
      The literal is in every copy of the app and readable with `strings`. Whoever extracts it can make the same call \
      with the same rights.
      """,
      ja: """
        リテラルはアプリの全コピーに含まれ、strings コマンドで読み取れます。取り出した者は同じ権限で同じ呼び出しを行えます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Pass a value that belongs to the signed-in user and is read with Keychain.value(for:), or let your server make the \
        call; revoke the literal that has shipped.
        """,
        ja: """
          サインインした利用者に属する値を Keychain.value(for:) で読み出して渡すか、サーバー側で呼び出してください。\
          配布済みのリテラルは失効させてください。
          """),
      library: .keychain),
    severity: .high, confidence: .high, cwe: [798], owaspMobile2024: [.m1], owaspMobile2016: [.m9],
    masvs: ["STORAGE-1"], mastg: [213],
    example: RuleMetadata.Example(
      bad: #"request.setValue("tk-5b7e0c94d1aa42", forHTTPHeaderField: "X-Api-Key")"#,
      good: #"request.setValue(try keychain.get("api"), forHTTPHeaderField: "X-Api-Key")"#))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var seen: Set<Range<Int>> = []
    for call in source.facts.calls where !Self.elsewhere.contains(call.name) {
      for (name, value, isSure) in Self.candidates(call, source) {
        for part in source.constantParts(of: value, in: call.scope) {
          if let name = part.reference, SensitiveLexicon.meaning(of: name) == .secret { continue }
          guard let literal = CredentialLiteral(part.text, name: name),
            literal.strength == .strong || (isSure && literal.strength == .plausible),
            ProviderTokens.first(in: part.text) == nil, !source.isMadeUp(call.node),
            seen.insert(part.node.utf8Range).inserted
          else { continue }
          let shown = SecretMask.masked(part.text)
          report.add(
            Self.self, at: part.node.utf8Range,
            LocalizedText(
              "`\(call.name)` is given the literal “\(shown)” as “\(name)”.",
              ja: "`\(call.name)` の「\(name)」にリテラル「\(shown)」が渡されています。"),
            confidence: literal.strength == .strong ? .high : .medium, secrets: [part.text])
        }
      }
    }
  }

  /// The arguments whose label, neighbour or call says that they are secrets.
  private static func candidates(
    _ call: Call, _ source: SwiftSource
  ) -> [(name: String, value: ExprSyntax, isSure: Bool)] {
    var found: [(name: String, value: ExprSyntax, isSure: Bool)] = []
    let key = call.arguments.first { $0.label.map(keyLabels.contains) ?? false }
    if let key, let name = source.fold(key.value, in: call.scope).string,
      SensitiveLexicon.meaning(of: name) == .secret, !OAuthClientSecretInApp.isClientSecret(name),
      let value = call.arguments.first(where: { $0.label == nil || $0.label == "value" })
    {
      found.append((name, value.value, true))
    }
    for argument in call.arguments {
      guard let label = argument.label, !keyLabels.contains(label),
        SensitiveLexicon.meaning(of: withoutPreposition(label)) == .secret
      else { continue }
      found.append((label, argument.value, true))
    }
    // `setAccessToken("…")`, `provideAPIKey("…")`, `.bearer("…")`
    if let first = call.arguments.first, first.label == nil,
      SensitiveLexicon.meaning(of: withoutVerb(call.name)) == .secret
    {
      found.append((call.name, first.value, false))
    }
    return found
  }

  private static func withoutPreposition(_ label: String) -> String {
    for word in ["with", "using", "and", "by", "from"] where label.hasPrefix(word) {
      let rest = label.dropFirst(word.count)
      if let first = rest.first, first.isUppercase { return String(rest) }
    }
    return label
  }

  private static func withoutVerb(_ name: String) -> String {
    for verb in ["set", "provide", "register", "configure", "use", "with", "initialize", "start", "add"]
    where name.hasPrefix(verb) {
      let rest = name.dropFirst(verb.count)
      if let first = rest.first, first.isUppercase { return String(rest) }
    }
    return name
  }

  private static let keyLabels: Set = [
    "forKey", "key", "forHTTPHeaderField", "forHeader", "forHeaderField", "header", "field", "name",
    "forName", "named",
    "for", "account", "service", "defaultValue",
  ]
  /// Calls that other rules look at, and texts for people.
  private static let elsewhere: Set = [
    "URLQueryItem", "URLCredential", "Text", "Label", "TextField", "SecureField", "NSLocalizedString",
    "Button",
    "LocalizedStringKey", "LocalizedStringResource", "print", "debugPrint", "NSLog", "fatalError",
    "precondition",
    "assert", "UIAlertController", "accessibilityLabel", "accessibilityIdentifier",
  ]
}
