import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A hidden constant with a comment beside it that says what it hides.
struct CommentRevealsObfuscation: SwiftRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "comment-reveals-obfuscation",
    title: LocalizedText("Comment gives the hidden text away", ja: "難読化した内容がコメントに書かれている"),
    why: LocalizedText(
      """
      Whoever sees the source, a contractor or somebody with the repository, needs no tool to read what was hidden, and \
      learns how the other constants are hidden.
      """,
      ja: """
        ソースを見られる者（委託先やリポジトリの閲覧者）は、道具なしで隠した内容を読め、\
        他の定数の隠し方まで分かってしまいます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Delete the comment; what must not be read does not belong into the app at all.",
        ja: "コメントを削除してください。読まれてはならない値は、そもそもアプリに含めるべきではありません。")),
    severity: .low, confidence: .medium, cwe: [615], owaspMobile2024: [.m7], owaspMobile2016: [.m9],
    example: RuleMetadata.Example(
      bad: "let hidden: [UInt8] = [46, 41, 47, 49, 51, 55, 51] // \"tsukimi\"",
      good: "let hidden: [UInt8] = [46, 41, 47, 49, 51, 55, 51] // made by the build"))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for binding in source.facts.bindings where binding.kind != .parameter {
      guard let value = binding.value, Self.mayHide(value) else { continue }
      for comment in Self.comments(beside: value) {
        guard let text = Self.revealed(value, binding.scope, by: comment.text, source) else { continue }
        report.add(
          Self.self, at: comment.range,
          LocalizedText(
            "The comment says that “\(binding.name)” hides “\(SecretMask.masked(text))”.",
            ja: "コメントに、「\(binding.name)」が隠している内容「\(SecretMask.masked(text))」が書かれています。"),
          secrets: [text])
        break
      }
    }
  }

  /// Whether `value` is of a kind that can hide a text.
  private static func mayHide(_ value: ExprSyntax) -> Bool {
    switch value.kind {
    case .arrayExpr, .stringLiteralExpr: return true
    case .functionCallExpr:
      let called = value.as(FunctionCallExprSyntax.self)?.calledExpression.as(DeclReferenceExprSyntax.self)
      return called?.baseName.text == "Data" || called?.baseName.text == "String"
    default: return false
    }
  }

  /// The comments before the declaration of `value` and behind it.
  private static func comments(beside value: ExprSyntax) -> [(text: String, range: Range<Int>)] {
    guard let declaration = value.ancestor(VariableDeclSyntax.self, within: 5) else { return [] }
    return comments(declaration.leadingTrivia, from: declaration.position.utf8Offset)
      + comments(declaration.trailingTrivia, from: declaration.endPositionBeforeTrailingTrivia.utf8Offset)
  }

  private static func comments(_ trivia: Trivia, from start: Int) -> [(text: String, range: Range<Int>)] {
    var (offset, found) = (start, [(text: String, range: Range<Int>)]())
    for piece in trivia {
      let end = offset + piece.sourceLength.utf8Length
      switch piece {
      case .lineComment(let text), .blockComment(let text), .docLineComment(let text),
        .docBlockComment(let text):
        found.append((text, offset..<end))
      default: break
      }
      offset = end
    }
    return found
  }

  /// The text that `value` hides, if it stands in `comment`.
  private static func revealed(
    _ value: ExprSyntax, _ scope: ScopeID, by comment: String, _ source: SwiftSource
  ) -> String? {
    if let bytes = ObfuscatedConstant.bytes(value, in: scope, source) {
      return candidates(comment).first { ObfuscatedConstant.differByOneByte(bytes, Array($0.utf8)) }
    }
    var hidden = value
    if let call = Call(value, scope: scope) {
      guard let argument = call.arguments.first?.value else { return nil }
      hidden = Call(argument, scope: scope)?.receiver ?? argument
    }
    guard let text = source.fold(hidden, in: scope).string, (6...4096).contains(text.utf8.count) else {
      return nil
    }
    let reversed = String(text.reversed())
    let decoded = Data(base64Encoded: text).flatMap { ObfuscatedConstant.readable(Array($0)) }
    return candidates(comment).first { candidate in
      guard candidate.count >= 5 else { return false }
      return candidate == reversed && candidate != text || candidate == decoded
    }
  }

  /// The words of `comment`, and what stands in quotes there.
  private static func candidates(_ comment: String) -> [String] {
    guard comment.utf8.count <= 2000 else { return [] }
    var quoted = comment.split(omittingEmptySubsequences: false) { "\"'`「」“”".contains($0) }.map(String.init)
    if quoted.count < 3 { quoted = [] }
    let words = comment.split { " \t\n,;()[]<>=\"'`「」“”".contains($0) }.map { word in
      String(word.drop { "/*:.".contains($0) }.reversed().drop { ":.".contains($0) }.reversed())
    }
    return (quoted + words).filter { (4...256).contains($0.utf8.count) }
  }
}
