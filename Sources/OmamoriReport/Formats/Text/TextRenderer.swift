package import OmamoriCore

/// Writes findings as lines of the form `path:line:column: warning: message [rule]`, which editors and Xcode read.
///
/// Critical and high findings are errors, medium and low ones warnings, `info` and the steps of a flow are notes.
/// Suppressed findings, those a baseline knows and those below the least confidence or severity are left out.
package struct TextRenderer: ReportRenderer {
  let options: ReportOptions
  private let palette: Palette

  /// Makes a renderer.
  package init(_ options: ReportOptions) {
    self.options = options
    palette = Palette(isOn: options.usesColour)
  }

  /// The findings, one a line, each followed by the steps of its flow.
  package func render(_ report: AuditReport) -> String {
    options.findings(in: report).map(lines).joined()
  }

  /// The summary for people: scores explained, bars, checklist, counts and skipped files.
  package func summary(_ report: AuditReport) -> String {
    SummaryText(report: report, options: options).text
  }

  private func lines(_ finding: Finding) -> String {
    var text = line(
      finding.file, finding.region, Self.level(finding.severity), palette.style(of: finding.severity),
      finding.message[options.language], rule: finding.rule)
    for step in finding.flow + finding.related {
      text += line(step.file, step.region, "note", .cyan, step.message[options.language])
    }
    return text
  }

  func line(
    _ file: String, _ region: SourceRegion, _ level: String, _ style: Palette.Style, _ message: String,
    rule: RuleID? = nil
  ) -> String {
    let path = TerminalText.visible(absolute(file))
    let place = palette(.bold, "\(path):\(region.startLine):\(region.startColumn):")
    let suffix = rule.map { palette(.dim, " [\(TerminalText.visible($0.rawValue))]") } ?? ""
    let words = TerminalText.visible(message)
    return "\(place) \(palette(style, "\(level):")) \(words)\(suffix)\n"
  }

  private func absolute(_ file: String) -> String {
    guard let root = options.absoluteRoot else { return file }
    return root.hasSuffix("/") ? root + file : "\(root)/\(file)"
  }

  private static func level(_ severity: Severity) -> String {
    switch severity {
    case .critical, .high: "error"
    case .medium, .low: "warning"
    case .info: "note"
    }
  }
}

extension TextRenderer {
  /// What was repaired and what was not, one repair a line: `path:line:column: fixed: old → new [rule]`.
  ///
  /// Fixes that are only offered are left out.
  package func fixes(_ report: AuditReport) -> String { (report.fixes ?? []).map(line).joined() }

  private func line(_ fix: FindingFix) -> String {
    let level: LocalizedText
    let style: Palette.Style
    let message: String
    switch fix.state {
    case .offered: return ""
    case .applied:
      (level, style) = (LocalizedText("fixed", ja: "修正済み"), .green)
      message = fix.replacements.map(Self.words).joined(separator: ", ")
    case .refused(let reason):
      (level, style) = (LocalizedText("not fixed", ja: "未修正"), .yellow)
      message = reason[options.language]
    }
    return line(
      fix.finding.file, fix.finding.region, level[options.language], style, message,
      rule: fix.finding.rule)
  }

  /// That a comment may give a reason for what a fix replaces; `nil` without one.
  package static func comment(of fix: FindingFix) -> LocalizedText? {
    guard let comment = fix.comment else { return nil }
    let place = TerminalText.visible("\(fix.finding.file):\(fix.finding.region.startLine)")
    let text = TerminalText.visible(comment)
    return LocalizedText(
      "\(place): a comment may give a reason for the old code; read it first: \(text)",
      ja: "\(place): 元のコードの理由と思われるコメントがあります。先に確認してください: \(text)")
  }

  /// `old → new`, or `+ new` where something was only added.
  private static func words(_ replacement: FindingFix.Replacement) -> String {
    func short(_ text: String) -> String {
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return words.count <= 80 ? words : words.prefix(79) + "…"
    }
    let new = short(replacement.new)
    return replacement.old.isEmpty ? "+ \(new)" : "\(short(replacement.old)) → \(new)"
  }
}

extension TextRenderer {
  /// The summary of a check at run time for people: the score explained, and the questions with what was seen.
  ///
  /// - Parameters:
  ///   - report: What was found.
  ///   - showsScore: Whether the score stands before the questions; without it for what is no app.
  /// - Returns: The text, with a line feed at its end.
  package func summary(_ report: RunTimeReport, showsScore: Bool = true) -> String {
    let parts = ChecklistText(options)
    let version = parts.palette(.bold, "Omamori \(options.tool.version)")
    let place = parts.say("at run time", "実行時")
    var blocks = [["\(version)  \(TerminalText.visible(report.subject))  (\(place))"]]
    if showsScore {
      blocks.append(parts.score(report.score(strictCoverage: options.strictCoverage)))
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
