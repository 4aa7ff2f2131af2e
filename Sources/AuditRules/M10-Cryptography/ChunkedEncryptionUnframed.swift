import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A stream sealed piece by piece, with nothing that ties the pieces together.
struct ChunkedEncryptionUnframed: SwiftRule {
  static let metadata = RuleMetadata(
    id: "chunked-encryption-unframed",
    title: LocalizedText("Chunks sealed independently", ja: "チャンクごとに独立した暗号化"),
    why: LocalizedText(
      """
      Every chunk is authentic by itself, so chunks can be left out, doubled, put in another order, or the \
      end cut off, and the file still opens without an error.
      """,
      ja: """
        チャンクは個別にしか認証されないため、削除、重複、並べ替え、末尾の切り捨てを行っても、\
        ファイルはエラーなく復号されます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use FileEncryptor (a STREAM construction), or authenticate the index and a last-chunk flag with \
        every chunk and refuse a file without a last one.
        """,
        ja: """
          FileEncryptor（STREAM 構成）を使用するか、各チャンクに番号と最終フラグを付けて認証し、\
          最終チャンクのないファイルを拒否してください。
          """),
      library: .crypto),
    severity: .high, confidence: .medium, cwe: [353], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        func encrypt(_ input: FileHandle, to output: FileHandle) throws {
          while let chunk = try input.read(upToCount: 65_536), !chunk.isEmpty {
            output.write(try AES.GCM.seal(chunk, using: key).combined!)
          }
        }
        """,
      good: """
        func encrypt(_ input: FileHandle, to output: FileHandle) throws {
          var index: UInt32 = 0
          while let chunk = try input.read(upToCount: 65_536), !chunk.isEmpty {
            output.write(try AES.GCM.seal(chunk, using: key, authenticating: header(index, chunk)).combined!)
            index += 1
          }
        }
        """))

  static let triggers: Set<String> = ["seal"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("seal") {
      guard call.receiverPath.contains(where: { ["GCM", "ChaChaPoly"].contains($0) }),
        call.argument("authenticating") == nil, call.argument("nonce") == nil,
        let text = call.arguments.first?.value, let loop = loop(around: call, source),
        isPiece(text, of: loop, call, source), !frames(loop, source)
      else { continue }
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "Each \(source.quote(text, limit: 30)) is sealed by itself, without its index and without a mark of the end.",
          ja: "\(source.quote(text, limit: 30)) が、番号も終端の印もなしに 1 つずつ暗号化されています。"))
    }
  }

  /// The nearest loop or `map` around the call, within its function.
  private func loop(around call: Call, _ source: SwiftSource) -> Syntax? {
    var node = Syntax(call.node)
    for _ in 0..<40 {
      guard let parent = node.parent, !parent.is(FunctionDeclSyntax.self) else { return nil }
      if parent.is(WhileStmtSyntax.self) || parent.is(ForStmtSyntax.self) || parent.is(RepeatStmtSyntax.self)
      {
        return parent
      }
      if let outer = parent.as(FunctionCallExprSyntax.self),
        ["map", "forEach"].contains(NamePath.last(of: outer.calledExpression) ?? ""),
        parent.id != Syntax(call.node).id
      {
        return parent
      }
      node = parent
    }
    return nil
  }

  /// Whether what is sealed is a piece of something longer: read in the loop, or cut out of it.
  private func isPiece(_ text: ExprSyntax, of loop: Syntax, _ call: Call, _ source: SwiftSource) -> Bool {
    if let call = Call(text, scope: call.scope), ["Data", "Array"].contains(call.name),
      let inner = call.arguments.first?.value
    {
      return isPiece(inner, of: loop, call, source)
    }
    let name = NamePath.last(of: text) ?? ""
    if !Set(Words.of(name)).isDisjoint(with: Self.pieces) { return true }
    if let cut = Call(text, scope: call.scope), ["subdata", "prefix", "readData", "read"].contains(cut.name) {
      return true
    }
    return text.is(SubscriptCallExprSyntax.self)
      && text.tokens(viewMode: .sourceAccurate).contains { ["..<", "..."].contains($0.text) }
  }

  /// Whether the loop writes down where it is: an index, a counter, a length in front of each piece, a last mark.
  private func frames(_ loop: Syntax, _ source: SwiftSource) -> Bool {
    loop.tokens(viewMode: .sourceAccurate).prefix(600).contains { token in
      guard case .identifier(let name) = token.tokenKind else { return false }
      return !Set(Words.of(name)).isDisjoint(with: Self.frame)
    }
  }

  private static let pieces: Set = ["chunk", "piece", "segment", "slice", "buffer", "fragment"]
  private static let frame: Set = [
    "sequence", "final", "counter", "mac", "hmac", "ratchet", "header", "trailer", "manifest", "digest",
  ]
}
