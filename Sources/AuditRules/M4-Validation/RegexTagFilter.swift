import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Markup that is cleaned or judged with a pattern that misses ways of writing it.
struct RegexTagFilter: SwiftRule {
  static let metadata = RuleMetadata(
    id: "regex-tag-filter",
    title: LocalizedText("HTML filtered by an incomplete pattern", ja: "不完全な正規表現による HTML の除去"),
    why: LocalizedText(
      """
      Browsers run <SCRIPT>, <script src=…>, </script > and a script over several lines as well. What the \
      pattern misses stays in the page and is run there.
      """,
      ja: """
        ブラウザーは <SCRIPT>、<script src=…>、</script >、複数行のスクリプトも実行します。正規表現が見落とした\
        ものはページに残り、実行されます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Parse the markup and keep only allowed elements and attributes, or escape all of it and show it as \
        text. Turn JavaScript off in the view that shows it.
        """,
        ja: """
          マークアップを構文解析して許可する要素と属性だけを残すか、すべてエスケープして文字列として表示して\
          ください。表示するビューでは JavaScript を無効にしてください。
          """)),
    severity: .medium, confidence: .medium, cwe: [116, 185], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: """
        let clean = html.replacingOccurrences(
          of: "<script>.*</script>", with: "", options: .regularExpression)
        """,
      good: """
        let clean = html.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var seen: Set<Range<Int>> = []
    for use in RegexUse.all(in: source) where !use.isLiteral && filters(use, source) {
      for known in use.known(source) where !seen.contains(known.range) {
        // With which options a constant is used is not known.
        let options = use.manner == .constant ? use.options.union(.ignoresCase) : use.options
        guard let missed = TagPattern.missed(by: known.text, options) else { continue }
        seen.insert(known.range)
        report.add(Self.self, at: known.range, Self.message(missed))
      }
    }
  }

  static func message(_ missed: TagPattern.Missed) -> LocalizedText {
    LocalizedText(
      "This pattern does not match \(missed.example), which browsers read as the same.",
      ja: "この正規表現は、ブラウザーが同じものとして扱う \(missed.example) に一致しません。")
  }

  /// Whether what matches is removed, or the match answers yes or no; a part that is taken out is only read.
  private func filters(_ use: RegexUse, _ source: SwiftSource) -> Bool {
    switch use.manner {
    case .replacement: return true
    case .constant:
      return use.known(source).allSatisfy { RegexPattern($0.text, use.options)?.root.captures == false }
    case .whole, .prefix, .search, .other: return RegexHostUnanchored.decides(use, source)
    }
  }
}

extension RegexTagFilter: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for use in CRegexUse.all(in: source)
    where !use.isLiteral && [.replacement, .constant].contains(use.manner) {
      let options = use.manner == .constant ? use.options.union(.ignoresCase) : use.options
      guard let text = use.text(source), let missed = TagPattern.missed(by: text, options) else {
        continue
      }
      report.add(Self.self, at: use.place(source), Self.message(missed))
    }
  }
}

/// Reads patterns for elements, attributes and comments of HTML that can run code or hide it.
enum TagPattern {
  /// A way of writing markup that a pattern does not match.
  struct Missed {
    let example: String
  }

  /// The first way of writing that `pattern` misses, or `nil` when it is not for such markup or misses nothing.
  static func missed(by pattern: String, _ options: RegexPattern.Options) -> Missed? {
    guard pattern.contains("<") || pattern.contains("on"), pattern.utf8.count < 1_000,
      let parsed = RegexPattern(pattern, options)
    else { return nil }
    var items: [Item] = []
    flatten(parsed.root, false, &items)
    return comment(items) ?? element(items, parsed) ?? handler(items, parsed)
  }

  /// One character of the pattern with what may stand there.
  private struct Item {
    let set: ScalarSet
    let literal: Unicode.Scalar?
    /// Whether it may come any number of times.
    let isRepeated: Bool
    /// Whether it need not come.
    let isOptional: Bool
    /// Whether it is an unescaped dot.
    var isDot = false
  }

  /// The characters in the order in which they are written; of alternatives the first, unless one is an element's name.
  private static func flatten(
    _ node: RegexNode, _ isRepeated: Bool, _ items: inout [Item], isOptional: Bool = false, depth: Int = 0
  ) {
    guard depth < 64, items.count < 500 else { return }
    switch node {
    case .character(let set, let shown):
      var literal: Unicode.Scalar?
      if case .literal(let scalar) = shown { literal = scalar }
      // `[Ss]` is a letter in both cases.
      if literal == nil, set.ranges.count <= 2, set == set.inBothCases,
        let first = set.ranges.last?.lowerBound, set.ranges.allSatisfy({ $0.count == 1 })
      {
        literal = Unicode.Scalar(first)
      }
      items.append(
        Item(set: set, literal: literal, isRepeated: isRepeated, isOptional: isOptional, isDot: shown == .any)
      )
    case .place: break
    case .sequence(let parts):
      for part in parts { flatten(part, isRepeated, &items, isOptional: isOptional, depth: depth + 1) }
    case .captured(let part), .atomic(let part):
      flatten(part, isRepeated, &items, isOptional: isOptional, depth: depth + 1)
    case .looked: break
    case .choice(let parts):
      // `[^>]|\n`: alternatives of one character are a class.
      let sets = parts.compactMap { part -> ScalarSet? in
        if case .character(let set, _) = part { set } else { nil }
      }
      if sets.count == parts.count {
        let union = sets.reduce(ScalarSet([])) { $0.union($1) }
        items.append(Item(set: union, literal: nil, isRepeated: isRepeated, isOptional: isOptional))
      } else if let first = parts.first {
        flatten(first, isRepeated, &items, isOptional: isOptional, depth: depth + 1)
      }
    case .repeated(let part, let least, let most):
      flatten(
        part, isRepeated || most.map { $0 > 1 } ?? true, &items, isOptional: isOptional || least == 0,
        depth: depth + 1)
    }
  }

  /// The place behind `text` in `items` from `start` on.
  private static func find(_ text: String, in items: [Item], from start: Int = 0) -> Range<Int>? {
    let wanted = Array(text.unicodeScalars)
    guard items.count >= wanted.count, start <= items.count - wanted.count else { return nil }
    return (start...(items.count - wanted.count)).first { place in
      wanted.indices.allSatisfy { offset in
        let item = items[place + offset]
        guard let literal = item.literal, !item.isRepeated else { return false }
        return literal == wanted[offset] || literal.properties.lowercaseMapping == String(wanted[offset])
      }
    }
    .map { $0..<($0 + wanted.count) }
  }

  /// Judges `<!--.*-->`.
  private static func comment(_ items: [Item]) -> Missed? {
    guard let start = find("<!--", in: items)?.upperBound, let end = find("--", in: items, from: start) else {
      return nil
    }
    let between = items[start..<end.lowerBound]
    if between.contains(where: { $0.isRepeated }),
      !between.contains(where: { $0.isRepeated && $0.set.contains("\n") })
    {
      return Missed(example: "<!--⏎-->")
    }
    guard end.upperBound < items.count, items[end.upperBound].literal == ">" else { return nil }
    return Missed(example: "<!-- --!>")
  }

  /// Judges `<script>.*</script>`.
  private static func element(_ items: [Item], _ pattern: RegexPattern) -> Missed? {
    for name in dangerous {
      guard let opening = find("<" + name, in: items) else { continue }
      let first = items[opening.lowerBound + 1]
      if !first.set.contains(first.set == first.set.inBothCases ? name.unicodeScalars.first ?? "s" : "\u{0}")
      {
        return Missed(example: "<" + name.uppercased() + ">")
      }
      guard opening.upperBound < items.count else { return nil }
      if items[opening.upperBound].literal == ">", !items[opening.upperBound].isOptional {
        return Missed(example: "<\(name) x>")
      }
      let closing = find("</" + name, in: items, from: opening.upperBound)
      let body = items[opening.upperBound..<(closing?.lowerBound ?? items.count)]
      // A dot stops at the end of a line; a class such as [^>] does not.
      if body.contains(where: { $0.isDot && $0.isRepeated && !$0.set.contains("\n") }) {
        return Missed(example: "<\(name)⏎>")
      }
      if let end = closing?.upperBound, end < items.count, items[end].literal == ">" {
        return Missed(example: "</\(name) >")
      }
      return nil
    }
    return nil
  }

  /// `on\w+="[^"]*"`: the attribute that runs code, in one kind of quotes.
  private static func handler(_ items: [Item], _ pattern: RegexPattern) -> Missed? {
    guard let name = find("on", in: items), name.upperBound < items.count,
      items[name.upperBound].isRepeated, items[name.upperBound].set.contains("c"),
      items[name.upperBound].literal == nil, !items[name.upperBound].isDot,
      let sign = items[name.upperBound...].firstIndex(where: { $0.literal == "=" })
    else { return nil }
    let first = items[name.lowerBound]
    if first.set != first.set.inBothCases { return Missed(example: "ONCLICK=") }
    if items[sign - 1].literal != nil || !items[sign - 1].set.contains(" ") {
      return Missed(example: "onclick =")
    }
    guard let quote = items[(sign + 1)...].first(where: { !$0.isOptional }) else { return nil }
    return quote.set.contains("'") && quote.set.contains("\"") ? nil : Missed(example: "onclick='…'")
  }

  /// Elements that run code, bring in other pages or change how addresses are read.
  private static let dangerous = [
    "script", "style", "iframe", "object", "embed", "svg", "form", "meta", "link", "base", "frame", "applet",
  ]
}
