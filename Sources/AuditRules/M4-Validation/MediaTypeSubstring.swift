import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A reply that is accepted because its type contains some letters.
struct MediaTypeSubstring: SwiftRule {
  static let metadata = RuleMetadata(
    id: "media-type-substring",
    title: LocalizedText("Media type compared by substring", ja: "メディアタイプの部分一致による判定"),
    why: LocalizedText(
      """
      text/html; note=application/json contains the wanted letters as well. The reply is then read as \
      something that it is not, with the trust that only the right type deserves.
      """,
      ja: """
        text/html; note=application/json にも目的の文字列が含まれます。本来の種類ではない応答が、\
        正しい種類のものとして信頼され、処理されます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Take the part before the semicolon, trim it, and compare the whole of it without regard to case; \
        OmamoriTransport checks types and sizes of replies.
        """,
        ja: """
          セミコロンより前の部分を取り出し、前後の空白を除いて、大文字と小文字を区別せずに全体を比較してください。\
          OmamoriTransport は応答の種類とサイズを検査します。
          """),
      library: .transport),
    severity: .low, confidence: .medium, cwe: [20], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: """
        guard response.mimeType?.contains("json") == true else { throw Failure.type }
        """,
      good: """
        guard response.mimeType?.lowercased() == "application/json" else { throw Failure.type }
        """))

  static let triggers: Set<String> = ["contains", "range"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["contains", "range"] {
      for call in source.facts.calls(name) {
        guard let argument = call.arguments.first, [nil, "of"].contains(argument.label),
          let receiver = call.receiver,
          let wanted = source.fold(argument.value, in: call.scope).string, Self.isType(wanted),
          let value = mediaType(receiver, call.scope, source)
        else { continue }
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "\(value) is accepted as soon as \"\(wanted)\" occurs somewhere in it.",
            ja: "\(value) のどこかに「\(wanted)」があるだけで受け入れられます。"))
      }
    }
  }

  /// The media type that `expression` is: a reply's `mimeType`, or its `Content-Type` field.
  private func mediaType(_ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource, depth: Int = 0)
    -> String?
  {
    guard depth < 5 else { return nil }
    for part in SequenceParts.of(expression).prefix(4) {
      if let call = Call(part, scope: scope) {
        if call.name == "value", let field = call.argument("forHTTPHeaderField"),
          isContentType(field, call.scope, source)
        {
          return "Content-Type"
        }
        if ["lowercased", "uppercased", "trimmingCharacters"].contains(call.name), let inner = call.receiver {
          return mediaType(inner, scope, source, depth: depth + 1)
        }
        continue
      }
      if let access = Self.unwrapped(part).as(SubscriptCallExprSyntax.self),
        let field = access.arguments.first?.expression, isContentType(field, scope, source)
      {
        return "Content-Type"
      }
      if let member = Self.unwrapped(part).as(MemberAccessExprSyntax.self), member.base != nil,
        member.declName.baseName.text == "mimeType"
      {
        return "mimeType"
      }
      if let name = Self.unwrapped(part).as(DeclReferenceExprSyntax.self)?.baseName.text,
        let binding = source.binding(named: name, from: scope), binding.kind != .parameter,
        let value = binding.value,
        let found = mediaType(value, binding.scope, source, depth: depth + 1)
      {
        return found
      }
    }
    return nil
  }

  private func isContentType(_ field: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    source.fold(field, in: scope).string?.lowercased() == "content-type"
  }

  private static func unwrapped(_ expression: ExprSyntax) -> ExprSyntax {
    var expression = expression
    while true {
      if let inner = NamePath.unwrapped(expression) {
        expression = inner
      } else if let cast = expression.as(AsExprSyntax.self) {
        expression = cast.expression
      } else {
        return expression
      }
    }
  }

  /// `application/json`, `json`, `image/`: a boundary or a character set is looked for elsewhere.
  private static func isType(_ text: String) -> Bool {
    let lower = text.lowercased()
    return ["json", "xml", "pdf", "html"].contains(lower)
      || lower.contains("/")
        && ["application", "text", "image", "audio", "video"].contains {
          lower.hasPrefix($0)
        }
  }
}
