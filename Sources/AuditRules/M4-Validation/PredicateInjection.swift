import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A predicate that is put together from text, so that the text can change its meaning.
struct PredicateInjection: SwiftRule {
  static let metadata = RuleMetadata(
    id: "predicate-injection",
    title: LocalizedText("Predicate built from text", ja: "文字列の連結で組み立てた述語"),
    why: LocalizedText(
      """
      A quote in the text ends the value; the rest is read as part of the predicate. Whoever supplies \
      it sees rows that are not theirs or makes the app stop with an exception.
      """,
      ja: """
        テキスト中の引用符で値が終わり、残りが述語として解釈されます。見えてはならない行が見えたり、例外\
        でアプリが終了したりします。
        """),
    fix: RuleFix(
      LocalizedText(
        "Write %@ and %K and pass the values as arguments, or use #Predicate.",
        ja: "%@ や %K を書いて値を引数で渡すか、#Predicate を使用してください。")),
    severity: .medium, confidence: .high, cwe: [943], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: """
        let predicate = NSPredicate(format: "name == '\\(field.text!)'")
        """,
      good: """
        let predicate = NSPredicate(format: "name == %@", field.text!)
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var seen: Set<Range<Int>> = []
    for (call, format) in formats(in: source) {
      for hole in source.holes(in: format, scope: call.scope)
      where !InjectedPart.isHarmless(hole, words: Self.schemaWords, source) {
        guard seen.insert(hole.builder).inserted else { continue }
        let part = source.quote(hole.value)
        report.add(
          Self.self, at: hole.builder,
          LocalizedText(
            "\(part) becomes part of the predicate's text.", ja: "\(part) が述語の文字列の一部になります。"),
          confidence: isSubject(hole, source) ? .low : InjectedPart.confidence(hole, source),
          flow: InjectedPart.flow(hole, to: call.range, source))
      }
    }
  }

  private func formats(in source: SwiftSource) -> [(Call, ExprSyntax)] {
    let predicates = (source.facts.calls("NSPredicate") + source.facts.calls("NSExpression")).compactMap {
      call in
      call.argument("format").map { (call, $0) }
    }
    guard source.facts.imports.contains("RealmSwift") else { return predicates }
    return predicates
      + source.facts.calls("filter").compactMap { call in
        call.arguments.first.flatMap { $0.label == nil ? (call, $0.value) : nil }
      }
  }

  /// Whether `hole` begins the predicate, where the name of an attribute stands: `"\(keyword) == %@"`.
  private func isSubject(_ hole: TextHole, _ source: SwiftSource) -> Bool {
    let start = hole.value.utf8Range.lowerBound
    guard start >= 3 else { return false }
    return source.text.bytes[(start - 3)..<start].elementsEqual(Array("\"\\(".utf8))
  }

  /// Words of names of attributes, which the app chooses.
  private static let schemaWords: Set = [
    "key", "keypath", "path", "attribute", "field", "column", "property", "entity", "operator", "format",
    "predicate", "type", "ids",
  ]
}

extension PredicateInjection: FlowRule {
  static let places: FlowSinkClass = .predicate

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    LocalizedText(
      "\(arrival.origin.english) becomes part of a predicate; whoever chooses it can change its meaning or stop the app.",
      ja: "\(arrival.origin.japanese)が述語の一部になり、値を選べる者は意味を変えたりアプリを停止させたりできます。")
  }
}
