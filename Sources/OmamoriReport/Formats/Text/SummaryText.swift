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
    score = AuditScore(of: report, options: options)
    parts = ChecklistText(options)
  }

  var text: String {
    let long = [title, headline + bars + heaviest, parts.questions(Checklist(of: report).items), counts]
    let blocks = (options.isForTerminal ? [headline + heaviest + counts, next] : long)
      .filter { !$0.isEmpty }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  // MARK: - Blocks

  private var title: [String] {
    let target = report.target
    var name = TerminalText.visible(target.bundleIdentifier ?? target.path)
    if let version = target.version { name += " \(TerminalText.visible(version))" }
    let kind = target.kind.title[language]
    let words = parts.say("  \(name)  (\(kind))", "  \(name)（\(kind)）")
    return [palette(.bold, "Omamori \(options.tool.version)") + words]
  }

  private var headline: [String] {
    let words = ScoreWords(score: score, language: language)
    return parts.headline(parts.say("Score", "スコア"), score.value, words.notes)
  }

  /// A path as a shell takes it.
  private static func quoted(_ path: String) -> String {
    let isPlain = path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0)) }
    return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
  }

  private var bars: [String] { score.categories.map(bar) }

  /// The commands that a reader may want next.
  private var next: [String] {
    var commands = ["omamori audit \(Self.quoted(report.target.path)) -o report.html"]
    if let rule = score.weights.first?.rule { commands.insert("omamori rules explain \(rule)", at: 0) }
    return [palette(.bold, parts.say("Next", "次のコマンド"))]
      + commands.map { "  " + TerminalText.visible($0) }
  }

  private func bar(_ category: CategoryScore) -> String {
    let name = DisplayWidth.padded(category.category.rawValue, to: 3)
    guard let points = category.value else {
      let rest = DisplayWidth.padded(parts.say("not examined", "未検査"), to: Self.barColumns)
      return palette(.dim, "  \(name)     -  \(rest)  \(category.category.title[language])")
    }
    let filled = points * Self.barColumns / 100
    let blocks =
      palette(palette.style(ofScore: points), String(repeating: "█", count: filled))
      + palette(.dim, String(repeating: "░", count: Self.barColumns - filled))
    let value = String(repeating: " ", count: 6 - String(points).count) + String(points)
    return "  \(name)\(value)  \(blocks)  \(category.category.title[language])"
  }

  /// The rules that lower the score most.
  private var heaviest: [String] {
    guard !score.weights.isEmpty else { return [] }
    let rules = score.weights.prefix(3).map { "\($0.rule) (\($0.findings.count))" }.joined(separator: ", ")
    let (lead, japanese) = ("Lowered most by ", "主な減点要因: ")
    return parts.hanging("  ", columns: 2, TerminalText.visible(parts.say(lead + rules, japanese + rules)))
  }

  private var counts: [String] {
    let tally = FindingTally(report: report, options: options)
    func line(_ name: String, _ text: String) -> [String] {
      parts.hanging(palette(.bold, name) + "  ", columns: DisplayWidth.columns(name) + 2, text)
    }
    let scope =
      profiles.flatMap { line(parts.say("Profiles", "プロファイル"), $0) }
      + weaknesses.flatMap { line("MASWE", $0) }
    let seen =
      line(parts.say("Findings", "検出結果"), tally.findings) + line(parts.say("Files", "ファイル"), tally.files)
    return scope + seen
      + configuration.flatMap { line(parts.say("Configuration", "設定"), $0) }
      + failure + tally.notes.flatMap { parts.hanging("  ", columns: 2, TerminalText.visible($0)) }
  }

  /// The profiles that were chosen.
  private var profiles: [String] {
    report.profiles.map { [$0.sorted().map(\.rawValue).joined(separator: ", ")] } ?? []
  }

  /// What is known about the weaknesses of OWASP; too much for the short summary at a terminal.
  private var weaknesses: [String] {
    options.isForTerminal ? [] : [MASCoverage.tally(of: MASCoverage(of: report).weaknesses, in: language)]
  }

  /// Why the audit fails.
  private var failure: [String] {
    guard let failure = options.failure else { return [] }
    let (number, severity) = (Phrases.count(failure.count, "finding"), failure.severity)
    let words = parts.say(
      "\(number) at or above \(severity.title.english) (--fail-on \(severity.rawValue))",
      "深刻度「\(severity.title.japanese)」以上の検出 \(failure.count) 件（--fail-on \(severity.rawValue)）")
    let name = parts.say("Failed", "不合格")
    return parts.hanging(palette(.red, name) + "  ", columns: DisplayWidth.columns(name) + 2, words)
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
    let counts = FindingCounts(report, options)
    let parts = Severity.allCases.reversed().compactMap { severity in
      counts.shown[severity].map { "\(severity.title[options.language]) \($0)" }
    }
    let shown = parts.isEmpty ? say("none", "なし") : parts.joined(separator: comma)
    return shown + (counts.hidden(in: options.language).map { say("  ", "") + $0 } ?? "")
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
      let kinds = excluded.joined(separator: comma)
      parts.append(say("\(total) left out (\(kinds))", "対象外 \(total)（\(kinds)）"))
    }
    let (skipped, broken) = (report.skipped.count, files.parseErrors.count)
    if skipped > 0 { parts.append(say("\(skipped) skipped", "スキップ \(skipped)")) }
    if broken > 0 { parts.append(say("\(broken) with syntax errors", "構文エラーあり \(broken)")) }
    return parts.joined(separator: comma)
  }

  /// A line for each skipped file and each file with syntax errors.
  var notes: [String] {
    report.skipped.map { "\($0.file): \($0.reason.title[options.language]): \($0.message[options.language])" }
      + report.files.parseErrors.sorted { $0.key < $1.key }.map { file, count in
        "\(file): " + say(Phrases.count(count, "syntax error"), "構文エラー \(count) 件")
      }
  }

  private var comma: String { say(", ", "、") }

  private func say(_ english: String, _ japanese: String) -> String {
    LocalizedText(english, ja: japanese)[options.language]
  }
}

/// What stands beside a score.
struct ScoreWords {
  let score: AuditScore
  let language: Language

  /// Why the score is not higher, what it does not know, and which findings are set aside.
  var notes: [String] { [limit, coverage] + others }

  /// What the worst finding allows.
  var limit: String {
    guard let worst = score.worst, score.bound == worst.bound else {
      return score.bound < 100
        ? say("at most \(score.bound): not everything was examined", "上限 \(score.bound): 未検査の分類があります")
        : say("no finding counts", "減点対象の検出なし")
    }
    return say(
      "at most \(score.bound) with a \(worst.title.english) finding",
      "上限 \(score.bound)（深刻度「\(worst.title.japanese)」の検出あり）")
  }

  /// How much of the list was examined.
  var coverage: String {
    let (examined, all) = (score.categories.count { $0.isExamined }, score.categories.count)
    return say("\(examined) of \(all) categories examined", "\(all) 分類中 \(examined) 分類を検査")
  }

  /// The suppressed findings and those of a baseline.
  var others: [String] {
    var parts: [String] = []
    if let suppressed = score.suppressed {
      let value = Self.text(suppressed.value)
      parts.append(
        say(
          "\(suppressed.count) suppressed, \(value) with them", "抑制 \(suppressed.count) 件、含めると \(value)"))
    }
    if let known = score.known {
      let value = Self.text(known.value)
      parts.append(
        say(
          "\(known.count) known from the baseline, \(value) without them",
          "ベースライン既知 \(known.count) 件、除くと \(value)"))
    }
    return parts
  }

  private static func text(_ value: Int?) -> String { value.map(String.init) ?? "–" }

  private func say(_ english: String, _ japanese: String) -> String {
    LocalizedText(english, ja: japanese)[language]
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
