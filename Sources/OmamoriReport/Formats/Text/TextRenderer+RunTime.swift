import OmamoriCore

extension TextRenderer {
  /// The summary of a check at run time for people: the score explained, and the questions with what was seen.
  ///
  /// - Parameters:
  ///   - report: What was found.
  ///   - showsScore: Whether the score stands before the questions; without it for what is no app.
  /// - Returns: The text, with a line feed at its end.
  public func summary(_ report: RunTimeReport, showsScore: Bool = true) -> String {
    let parts = ChecklistText(options)
    let version = parts.palette(.bold, "Omamori \(options.tool.version)")
    let place = parts.say("at run time", "実行時")
    var blocks = [["\(version)  \(TerminalText.visible(report.subject))  (\(place))"]]
    if showsScore {
      blocks.append(parts.score(report.score(strictCoverage: options.strictCoverage), unsuppressed: nil))
    }
    blocks.append(
      parts.questions(report.items) { place in details(of: report.outcomes[place].result) })
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  /// The problems after the first, which is the reason, and what was seen.
  private func details(of result: CheckResult) -> [String] {
    let more = result.problems.dropFirst().map { $0.message[options.language] }
    let facts = result.facts.map { "\($0.name) \(Self.text($0.value))" }
    return more + (facts.isEmpty ? [] : ["[" + facts.joined(separator: "; ") + "]"])
  }

  private static func text(_ value: CheckFact.Value) -> String {
    switch value {
    case .number(let number): String(number)
    case .flag(let flag): flag ? "yes" : "no"
    case .text(let text): text
    case .list(let texts): texts.isEmpty ? "none" : texts.joined(separator: ", ")
    }
  }
}
