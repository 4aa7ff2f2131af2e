import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A hidden constant with a comment beside it that says what it hides.
struct CommentRevealsObfuscation: SwiftRule {
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
    masvs: ["RESILIENCE-3"], mastg: [84],
    example: RuleMetadata.Example(
      bad: "let hidden: [UInt8] = [46, 41, 47, 49, 51, 55, 51] // \"tsukimi\"",
      good: "let hidden: [UInt8] = [46, 41, 47, 49, 51, 55, 51] // made by the build"))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for binding in source.facts.bindings where binding.kind != .parameter {
      guard let value = binding.value, let comments = Self.comments(beside: value) else { continue }
      if let bytes = ObfuscatedConstant.bytes(value, in: binding.scope, source) {
        guard let text = Self.text(of: bytes, in: comments) else { continue }
        add(binding, text, &report)
      } else if let literal = value.as(StringLiteralExprSyntax.self),
        let text = source.fold(ExprSyntax(literal), in: binding.scope).string,
        let plain = Self.plainText(of: text, in: comments)
      {
        add(binding, plain, &report)
      }
    }
  }

  private func add(_ binding: Binding, _ text: String, _ report: inout FileReport) {
    report.add(
      Self.self, at: binding.range,
      LocalizedText(
        "The comment beside “\(binding.name)” says that it hides “\(SecretMask.masked(text))”.",
        ja: "「\(binding.name)」の横のコメントに、隠した内容「\(SecretMask.masked(text))」が書かれています。"),
      secrets: [text])
  }

  /// The comments before the declaration of `value` and behind it.
  private static func comments(beside value: ExprSyntax) -> [String]? {
    guard let declaration = value.ancestor(VariableDeclSyntax.self, within: 5) else { return nil }
    var comments: [String] = []
    for piece in Array(declaration.leadingTrivia) + Array(declaration.trailingTrivia) {
      switch piece {
      case .lineComment(let text), .blockComment(let text), .docLineComment(let text),
        .docBlockComment(let text):
        comments.append(text)
      default: break
      }
    }
    return comments.isEmpty ? nil : comments
  }

  /// The word of a comment that `bytes` are, plainly or mixed with one byte.
  private static func text(of bytes: [UInt8], in comments: [String]) -> String? {
    candidates(comments).first { candidate in
      ObfuscatedConstant.differByOneByte(bytes, Array(candidate.utf8))
    }
  }

  /// The word of a comment that `text` is when it is turned around or decoded.
  private static func plainText(of text: String, in comments: [String]) -> String? {
    guard text.utf8.count >= 6, text.utf8.count <= 4096 else { return nil }
    let reversed = String(text.reversed())
    let decoded = Data(base64Encoded: text).flatMap { ObfuscatedConstant.readable(Array($0)) }
    return candidates(comments).first { candidate in
      guard candidate.count >= 5 else { return false }
      return candidate == reversed && candidate != text || candidate == decoded
    }
  }

  /// The words of `comments`, and what stands in quotes there.
  private static func candidates(_ comments: [String]) -> [String] {
    var found: [String] = []
    for comment in comments where comment.utf8.count <= 2000 {
      var quoted = comment.split(omittingEmptySubsequences: false) { "\"'`「」“”".contains($0) }.map(
        String.init)
      if quoted.count < 3 { quoted = [] }
      let words = comment.split { " \t\n,;()[]<>=".contains($0) || "\"'`「」“”".contains($0) }.map { word in
        String(word.drop { "/*:.".contains($0) }.reversed().drop { ":.".contains($0) }.reversed())
      }
      found += (quoted + words).filter { (4...256).contains($0.utf8.count) }
    }
    return found
  }
}
