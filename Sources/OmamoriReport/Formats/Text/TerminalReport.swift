import OmamoriCore

/// Writes findings for a person at a terminal: by rule, gravest first, with the code, the reason and the repair.
///
/// It leaves out what ``TextRenderer`` leaves out. The steps of a flow are there when details are asked for.
package struct TerminalReport: ReportRenderer {
  /// How many findings of a file that stand together are shown one by one at the most.
  private static let blockLimit = 2
  /// How many lines may lie between two findings that stand together.
  private static let gap = 3

  private let options: ReportOptions
  private let palette: Palette
  private let text: ChecklistText

  /// Makes a renderer.
  package init(_ options: ReportOptions) {
    self.options = options
    palette = Palette(isOn: options.usesColour)
    text = ChecklistText(options)
  }

  /// The findings by rule, each group ending with an empty line.
  package func render(_ report: AuditReport) -> String {
    let rules = Dictionary(report.rules.map { ($0.id, $0) }) { first, _ in first }
    return groups(report).map { group in
      let lines =
        head(group, rules[group.rule]) + blocks(group.findings).flatMap(place)
        + explanation(rules[group.rule])
      return lines.joined(separator: "\n") + "\n\n"
    }
    .joined()
  }

  private struct Group {
    let rule: RuleID
    let severity: Severity
    let findings: [Finding]
  }

  private func groups(_ report: AuditReport) -> [Group] {
    Dictionary(grouping: options.findings(in: report), by: \.rule).map { rule, findings in
      Group(rule: rule, severity: findings.map(\.severity).max() ?? .info, findings: findings)
    }
    .sorted { ($1.severity, $0.rule) < ($0.severity, $1.rule) }
  }

  private func head(_ group: Group, _ rule: RuleMetadata?) -> [String] {
    let severity = group.severity.title[options.language]
    let title = TerminalText.visible(rule?.title[options.language] ?? group.rule.rawValue)
    let id = TerminalText.visible(group.rule.rawValue)
    let lead = palette(palette.style(of: group.severity), severity) + "  "
    let lines = text.hanging(lead, columns: DisplayWidth.columns(severity) + 2, title)
    return lines.map { palette(.bold, $0) } + ["  " + palette(.dim, id)]
  }

  /// Findings of a file that say the same, or stand together in one table or block.
  private func blocks(_ findings: [Finding]) -> [[Finding]] {
    var blocks: [[Finding]] = []
    for finding in findings {
      if let last = blocks.last?.last, last.file == finding.file,
        last.message == finding.message || finding.region.startLine - last.region.startLine <= Self.gap
      {
        blocks[blocks.count - 1].append(finding)
      } else {
        blocks.append([finding])
      }
    }
    return blocks.flatMap { block in
      let isOne = block.count > Self.blockLimit || Set(block.map(\.message)).count == 1
      return isOne ? [block] : block.map { [$0] }
    }
  }

  private func place(_ block: [Finding]) -> [String] {
    guard let finding = block.first, let last = block.last else { return [] }
    let region = finding.region
    var place = "\(TerminalText.visible(finding.file)):\(region.startLine):\(region.startColumn)"
    if block.count > 1 {
      let (number, end) = (block.count, last.region.startLine)
      place += text.say(" (\(number) places, to line \(end))", "（\(end) 行目までに \(number) か所）")
    }
    let message = text.hanging("    ", columns: 4, TerminalText.visible(finding.message[options.language]))
    return ["  " + palette(.bold, place)] + message + code(finding) + flow(finding)
  }

  /// The line with the range marked below it.
  private func code(_ finding: Finding) -> [String] {
    let region = finding.region
    guard let excerpt = finding.excerpt, region.startLine >= excerpt.firstLine,
      region.startLine - excerpt.firstLine < excerpt.lines.count
    else {
      return finding.snippet.isEmpty ? [] : ["      " + TerminalText.visible(finding.snippet)]
    }
    let line = excerpt.lines[region.startLine - excerpt.firstLine]
    let indentation = line.prefix { $0 == " " || $0 == "\t" }
    let bytes = Array(line.utf8)
    let start = min(max(region.startColumn - 1, indentation.utf8.count), bytes.count)
    var end =
      region.endLine == region.startLine ? min(max(region.endColumn - 1, start), bytes.count) : bytes.count
    // A masked secret is shorter than what the columns count.
    if let dots = bytes[start..<end].firstRange(of: Array("…".utf8)),
      let quote = bytes[dots.upperBound..<end].firstIndex(of: UInt8(ascii: "\""))
    {
      end = quote + 1
    }
    func shown(_ range: Range<Int>) -> String {
      TerminalText.visible(String(decoding: bytes[range], as: UTF8.self))
    }
    let before = shown(indentation.utf8.count..<start)
    let marked = shown(start..<end)
    let room = max(20, text.width - 6)
    guard DisplayWidth.columns(before + marked) <= room, !marked.isEmpty else {
      let whole = TerminalText.visible(String(line.dropFirst(indentation.count)))
      return ["      " + Self.cut(whole, to: room)]
    }
    let rest = Self.cut(shown(end..<bytes.count), to: room - DisplayWidth.columns(before + marked))
    let mark = String(repeating: "~", count: DisplayWidth.columns(marked))
    return [
      "      " + before + marked + rest,
      "      " + String(repeating: " ", count: DisplayWidth.columns(before))
        + palette(palette.style(of: finding.severity), mark),
    ]
  }

  private static func cut(_ text: String, to columns: Int) -> String {
    guard DisplayWidth.columns(text) > columns else { return text }
    var (result, used) = ("", 0)
    for character in text {
      used += DisplayWidth.columns(character)
      guard used < columns else { break }
      result.append(character)
    }
    return columns > 0 ? result + "…" : ""
  }

  private func flow(_ finding: Finding) -> [String] {
    guard options.showsDetails else { return [] }
    return (finding.flow + finding.related).flatMap { step in
      let place = "\(step.file):\(step.region.startLine)"
      let words = TerminalText.visible("\(place): \(step.message[options.language])")
      return text.hanging("      → ", columns: 8, words)
    }
  }

  private func explanation(_ rule: RuleMetadata?) -> [String] {
    guard let rule else { return [] }
    func line(_ name: String, _ words: LocalizedText) -> [String] {
      let sentence = Phrases.firstSentence(of: TerminalText.visible(words[options.language]))
      return text.hanging(
        "  " + palette(.dim, name) + "  ", columns: DisplayWidth.columns(name) + 4, sentence)
    }
    return line(text.say("Why", "理由"), rule.why) + line(text.say("Fix", "修正"), rule.fix.text)
  }
}
