import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A parameter of an address or form that input can end and continue with others.
struct URLParameterInjection: SwiftRule {
  static let metadata = RuleMetadata(
    id: "url-parameter-injection",
    title: LocalizedText("Parameter put together as text", ja: "文字列連結によるパラメーターの組み立て"),
    why: LocalizedText(
      """
      & and = in the value begin another parameter, and .urlQueryAllowed leaves both as they are: whoever \
      chooses the value adds or replaces parameters of the request.
      """,
      ja: """
        値に含まれる & や = は別のパラメーターとして解釈されます。.urlQueryAllowed はどちらも変換しません。\
        値を選べる者は、リクエストのパラメーターを追加または上書きできます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use URLQueryItem, and encode a raw + yourself; OmamoriAuth does so for sign-ins.",
        ja: "URLQueryItem を使用し、+ は別途エンコードしてください。サインインの要求では OmamoriAuth が処理します。"),
      library: .auth),
    severity: .low, confidence: .medium, cwe: [88], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: #"""
        func search() { load(URL(string: "https://tsukimi.example/search?limit=10&q=\(searchBar.text!)")) }
        """#,
      good: #"""
        func search() {
          components.queryItems = [URLQueryItem(name: "q", value: searchBar.text)]
          load(components.url)
        }
        """#))

  static let triggers: Set<String> = ["URL", "NSURL", "URLComponents", "httpBody", "upload"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var told: Set<Range<Int>> = []
    for address in AddressText.all(in: source) {
      check(address.parts, address.encoding.map { "." + $0 }, isForm: false, source, &told, &report)
    }
    for assignment in source.facts.assignments where assignment.name == "httpBody" {
      guard let parts = AddressText.parts(of: Self.text(assignment.value), assignment.scope, source) else {
        continue
      }
      check(parts, nil, isForm: true, source, &told, &report)
    }
  }

  private func check(
    _ parts: [AddressText.Part], _ whole: String?, isForm: Bool, _ source: SwiftSource,
    _ told: inout Set<Range<Int>>,
    _ report: inout FileReport
  ) {
    for part in parts where Self.beginsValue(part.before) {
      let (value, own) = encoded(part.hole, source)
      let encoding = own ?? whole
      guard encoding != nil || !InjectedPart.isHarmless(part.hole, words: [], source) else { continue }
      let found = source.taint(of: value, in: part.hole.scope, .outside)
      // A parameter that is encoded, or a password in a form, is a text that somebody typed. A password in an address
      // is a finding of its own.
      let isPassword = NamePath.last(of: value).map(CryptoNames.isPassword) == true
      guard isForm || !isPassword else { continue }
      let isTyped =
        (encoding != nil || isPassword) && Self.isTextParameter(value, part.hole.scope, source)
      guard found != nil || isTyped, told.insert(part.hole.builder).inserted else { continue }
      let name = found?.name ?? NamePath.last(of: value) ?? ""
      let how =
        encoding.map { (" with \($0), which leaves & and =", "\($0) では & や = が変換されないまま、") } ?? ("", "")
      report.add(
        Self.self, at: part.hole.builder,
        LocalizedText(
          "\(name) is put into a parameter of the request\(how.0).",
          ja: "\(how.1)\(name) がリクエストのパラメーターに埋め込まれています。"),
        flow: found?.steps ?? [])
    }
  }

  private static func isTextParameter(_ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    guard let name = value.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let binding = source.binding(named: name, from: scope), binding.kind == .parameter
    else { return false }
    return ["String", "String?"].contains(binding.type?.writtenName ?? "")
  }

  /// What is put in, and the name of the character set when it was encoded with one that is too large.
  private func encoded(_ hole: TextHole, _ source: SwiftSource) -> (ExprSyntax, String?) {
    let made = hole.value.as(DeclReferenceExprSyntax.self).flatMap {
      source.binding(named: $0.baseName.text, from: hole.scope)
    }
    // `let text = words.addingPercentEncoding(…) ?? ""`
    let value = made.flatMap { $0.kind == .parameter ? nil : $0.value } ?? hole.value
    for part in SequenceParts.of(value) {
      guard let call = Call(part, scope: hole.scope), call.name == "addingPercentEncoding",
        let text = call.receiver, let set = call.argument("withAllowedCharacters"),
        let name = NamePath.last(of: set), Self.tooLarge.contains(name)
      else { continue }
      return (text, "." + name)
    }
    return (hole.value, nil)
  }

  /// `…?q=`, `…&name=`, `user=`: what follows is the value of a parameter.
  private static func beginsValue(_ text: String) -> Bool {
    guard text.hasSuffix("=") else { return false }
    let name = text.dropLast().reversed().prefix {
      $0.isLetter || $0.isNumber || ["_", "-", ".", "[", "]"].contains($0)
    }
    guard !name.isEmpty else { return false }
    let rest = text.dropLast(name.count + 1)
    return rest.isEmpty || rest.hasSuffix("?") || rest.hasSuffix("&")
  }

  /// `"…".data(using: .utf8)` and `Data("…".utf8)` are the text.
  private static func text(_ value: ExprSyntax) -> ExprSyntax {
    var value = value
    for _ in 0..<6 {
      if let call = Call(value, scope: .file) {
        if call.name == "data", let receiver = call.receiver {
          value = receiver
        } else if call.name == "Data", let argument = call.arguments.first?.value {
          value = argument
        } else {
          return value
        }
      } else if let member = value.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "utf8",
        let base = member.base
      {
        value = base
      } else if let inner = NamePath.unwrapped(value) {
        value = inner
      } else {
        return value
      }
    }
    return value
  }

  private static let tooLarge: Set = [
    "urlQueryAllowed", "urlHostAllowed", "urlPathAllowed", "urlFragmentAllowed",
  ]
}
