package import OmamoriCore

/// Writes a comparison for people or programs.
package struct ComparisonRenderer: Sendable {
  private let language: Language
  private let palette: Palette

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - language: The language of what is written for people.
  ///   - usesColour: Whether text carries ANSI colours.
  package init(language: Language, usesColour: Bool = false) {
    self.language = language
    palette = Palette(isOn: usesColour)
  }

  /// The comparison as lines: the score, counts, then what is new and what is fixed.
  package func text(_ comparison: AuditComparison) -> String {
    var lines = [
      score("Score", "スコア", comparison.before, comparison.after),
      palette(.bold, say("Findings", "検出結果")) + "  "
        + say(
          "\(comparison.new.count) new, \(comparison.fixed.count) fixed, \(comparison.unchanged.count) unchanged",
          "新規 \(comparison.new.count)、解消 \(comparison.fixed.count)、変化なし \(comparison.unchanged.count)"),
    ]
    if comparison.hasOtherRules {
      lines.append(
        palette(
          .dim,
          say(
            "The two reports were made with different rules, so not every difference is one of the app.",
            "2 つのレポートは異なるルールで作成されているため、差分のすべてがアプリの変更によるものとは限りません。")))
    }
    lines += comparison.new.map { line("+", .red, $0) } + comparison.fixed.map { line("-", .green, $0) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The comparison as JSON, with a line feed at its end.
  package func json(_ comparison: AuditComparison) -> String {
    let document: JSONValue = [
      "schemaVersion": .integer(JSONRenderer.schemaVersion), "kind": "comparison",
      "otherRules": .bool(comparison.hasOtherRules),
      "before": ["score": .optional(comparison.before)], "after": ["score": .optional(comparison.after)],
      "new": .array(comparison.new.map(item)), "fixed": .array(comparison.fixed.map(item)),
      "unchanged": .array(comparison.unchanged.map(item)),
    ]
    return document.text(.pretty) + "\n"
  }

  private func item(_ item: AuditComparison.Item) -> JSONValue {
    [
      "id": .string(item.fingerprint.description), "rule": .string(item.rule),
      "severity": .string(item.severity.rawValue), "confidence": .string(item.confidence.rawValue),
      "file": .string(item.file), "startLine": .integer(item.line), "message": .string(item.message),
    ]
  }

  private func score(_ english: String, _ japanese: String, _ before: Int?, _ after: Int?) -> String {
    func shown(_ value: Int?) -> String { value.map(String.init) ?? say("none", "なし") }
    var text = palette(.bold, say(english, japanese)) + "  \(shown(before)) → \(shown(after))"
    if let before, let after, before != after {
      let change = after > before ? "+\(after - before)" : "-\(before - after)"
      text += "  " + palette(after > before ? .green : .red, "(\(change))")
    }
    return text
  }

  private func line(_ mark: String, _ style: Palette.Style, _ item: AuditComparison.Item) -> String {
    let place = "\(TerminalText.visible(item.file)):\(item.line)"
    let severity = item.severity.title[language]
    return
      "\(palette(style, mark)) \(palette(.bold, place)): \(severity): \(TerminalText.visible(item.message))"
      + palette(.dim, " [\(TerminalText.visible(item.rule))]")
  }

  private func say(_ english: String, _ japanese: String) -> String {
    LocalizedText(english, ja: japanese)[language]
  }
}
