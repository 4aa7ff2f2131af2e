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
    for argument in CredentialArgument.all(in: source) where !Self.elsewhere.contains(argument.call.name) {
      let (call, name) = (argument.call, argument.name)
      for part in source.constantParts(of: argument.value, in: call.scope) {
        if let name = part.reference, SensitiveLexicon.meaning(of: name) == .secret { continue }
        guard let literal = CredentialLiteral(part.text, name: name),
          literal.strength == .strong || (argument.isSure && literal.strength == .plausible),
          ProviderTokens.first(in: part.text) == nil, !source.isMadeUp(call.node),
          seen.insert(part.node.utf8Range).inserted
        else { continue }
        let shown = SecretMask.masked(part.text)
        report.add(
          Self.self, at: part.node.utf8Range,
          LocalizedText(
            "`\(call.name)` is given the literal “\(shown)” as “\(name)”.",
            ja: "`\(call.name)` の「\(name)」にリテラル「\(shown)」が渡されています。"),
          confidence: MadeUpPath.holds(source.text.path)
            ? .low : literal.strength == .strong ? .high : .medium,
          secrets: [part.text])
      }
    }
  }

  /// Calls that other rules look at, and texts for people.
  private static let elsewhere: Set = [
    "URLQueryItem", "URLCredential", "Text", "Label", "TextField", "SecureField", "NSLocalizedString",
    "Button",
    "LocalizedStringKey", "LocalizedStringResource", "print", "debugPrint", "NSLog", "fatalError",
    "precondition",
    "assert", "UIAlertController", "accessibilityLabel", "accessibilityIdentifier",
  ]
}
