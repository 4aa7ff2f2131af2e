import OmamoriCore

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
