import OmamoriCore

/// The summary of an audit for people who read it in a terminal.
struct SummaryText {
  private static let barColumns = 20

  let report: AuditReport
  private let options: ReportOptions
  private let palette: Palette
  private let score: AuditScore
  private let parts: ChecklistText

  init(report: AuditReport, options: ReportOptions) {
    (self.report, self.options) = (report, options)
    palette = Palette(isOn: options.usesColour)
    score = AuditScore(of: report, strictCoverage: options.strictCoverage)
    parts = ChecklistText(options)
  }

  var text: String {
    let blocks = [title, checklistScore, overallScore, parts.questions(Checklist(of: report).items), counts]
      .filter { !$0.isEmpty }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  // MARK: - Blocks

  private var title: [String] {
    let target = report.target
    var name = TerminalText.visible(target.bundleIdentifier ?? target.path)
    if let version = target.version { name += " \(TerminalText.visible(version))" }
    return [palette(.bold, "Omamori \(options.tool.version)") + "  \(name)  (\(target.kind.title[language]))"]
  }

  private var checklistScore: [String] {
    parts.score(score.checklist, unsuppressed: score.checklistWithoutSuppressions.value)
  }

  private var overallScore: [String] {
    let overall = score.overall
    let examined = overall.categories.count { $0.isExamined }
    let coverage = parts.say(
      "mean of \(examined) examined categories of OWASP Mobile Top 10 (2024)",
      "OWASP Mobile Top 10 (2024) の検査済み \(examined) 分類の平均")
    let head = parts.headline(
      parts.say("Overall score", "総合スコア"), overall.value, coverage, score.overallWithoutSuppressions.value)
    let cap = overall.deductions.compactMap { deduction -> String? in
      guard case .worstCategory = deduction.subject else { return nil }
      return "      " + palette(.red, "-\(Points.text(deduction.thousandths))") + "  "
        + deduction.reason[language]
    }
    return head + overall.categories.map(bar) + cap
  }

  private func bar(_ bar: CategoryBar) -> String {
    let name = DisplayWidth.padded(bar.category.rawValue, to: 3)
    guard bar.isExamined || bar.thousandths < 100_000 else {
      let rest = DisplayWidth.padded(parts.say("not examined", "未検査"), to: Self.barColumns)
      return palette(.dim, "  \(name)     -  \(rest)  \(bar.category.title[language])")
    }
    let filled = bar.thousandths * Self.barColumns / 100_000
    let blocks =
      palette(palette.style(ofScore: bar.value), String(repeating: "█", count: filled))
      + palette(.dim, String(repeating: "░", count: Self.barColumns - filled))
    let value = String(repeating: " ", count: 6 - String(bar.value).count) + String(bar.value)
    return "  \(name)\(value)  \(blocks)  \(bar.category.title[language])"
  }

  private var counts: [String] {
    let tally = FindingTally(report: report, options: options)
    func line(_ name: String, _ text: String) -> [String] {
      parts.hanging(palette(.bold, name) + "  ", columns: DisplayWidth.columns(name) + 2, text)
    }
    return line(parts.say("Findings", "検出結果"), tally.findings) + line(parts.say("Files", "ファイル"), tally.files)
      + configuration.flatMap { line(parts.say("Configuration", "設定"), $0) }
      + tally.notes.flatMap { parts.hanging("  ", columns: 2, TerminalText.visible($0)) }
  }

  /// What a configuration changed: it may come from the one who is audited.
  private var configuration: [String] {
    guard let note = report.configuration else { return [] }
    let changes = note.changes.map { $0[language] }.joined(separator: "; ")
    let nothing = parts.say("changes nothing", "変更なし")
    return [TerminalText.visible("\(note.file): \(changes.isEmpty ? nothing : changes)")]
  }

  // MARK: - Pieces

  private var language: Language { options.language }
}

/// The counts at the end of a summary.
struct FindingTally {
  let report: AuditReport
  let options: ReportOptions

  /// How many findings there are by severity, and how many are not shown and why.
  var findings: String {
    let shown = report.activeFindings.filter {
      options.shows($0) && options.baselineState(of: $0) != .unchanged
    }
    var parts = Severity.allCases.reversed().compactMap { severity -> String? in
      let count = shown.count { $0.severity == severity }
      return count == 0 ? nil : "\(severity.title[options.language]) \(count)"
    }
    if parts.isEmpty { parts = [say("none", "なし")] }
    let suppressed = report.findings.count - report.activeFindings.count
    let known = report.activeFindings.count { options.baselineState(of: $0) == .unchanged }
    let doubtful = report.activeFindings.count {
      $0.confidence < options.minimumConfidence && options.baselineState(of: $0) != .unchanged
    }
    let minor = report.activeFindings.count {
      $0.confidence >= options.minimumConfidence && $0.severity < options.minimumSeverity
        && options.baselineState(of: $0) != .unchanged
    }
    var hidden: [String] = []
    if suppressed > 0 { hidden.append(say("\(suppressed) suppressed", "抑制 \(suppressed)")) }
    if known > 0 { hidden.append(say("\(known) known from the baseline", "ベースライン既知 \(known)")) }
    if doubtful > 0 { hidden.append(say("\(doubtful) of lower confidence", "確度が低いもの \(doubtful)")) }
    if minor > 0 { hidden.append(say("\(minor) of lower severity", "深刻度が低いもの \(minor)")) }
    let shownText = parts.joined(separator: ", ")
    return hidden.isEmpty
      ? shownText
      : shownText + "  " + say("(not shown: ", "(非表示: ") + hidden.joined(separator: ", ") + ")"
  }

  /// How many files were examined, left out and skipped.
  var files: String {
    let files = report.files
    var parts = [say("\(files.scanned) examined", "検査 \(files.scanned)")]
    let excluded = FileContext.allCases.compactMap { context -> String? in
      guard let count = files.excluded[context], count > 0 else { return nil }
      return "\(context.title[options.language]) \(count)"
    }
    if !excluded.isEmpty {
      let total = files.excluded.values.reduce(0, +)
      parts.append(say("\(total) left out", "対象外 \(total)") + " (\(excluded.joined(separator: ", ")))")
    }
    let (skipped, broken) = (report.skipped.count, files.parseErrors.count)
    if skipped > 0 { parts.append(say("\(skipped) skipped", "スキップ \(skipped)")) }
    if broken > 0 { parts.append(say("\(broken) with syntax errors", "構文エラーあり \(broken)")) }
    return parts.joined(separator: ", ")
  }

  /// A line for each skipped file and each file with syntax errors.
  var notes: [String] {
    report.skipped.map { "\($0.file): \($0.reason.title[options.language]): \($0.message[options.language])" }
      + report.files.parseErrors.sorted { $0.key < $1.key }.map { file, count in
        "\(file): " + say(Phrases.count(count, "syntax error"), "構文エラー \(count) 件")
      }
  }

  private func say(_ english: String, _ japanese: String) -> String {
    LocalizedText(english, ja: japanese)[options.language]
  }
}

/// Writes thousandths of a point as points.
enum Points {
  /// The points with as many decimals as they need: `15`, `2.5`, `0.333`.
  static func text(_ thousandths: Int) -> String {
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
    guard rest != 0 else { return String(whole) }
    var decimals = String(1000 + rest).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(whole).\(decimals)"
  }
}
