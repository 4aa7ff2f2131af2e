import OmamoriCore

extension TextRenderer {
  /// What was repaired and what was not, one repair a line: `path:line:column: fixed: old → new [rule]`.
  ///
  /// Fixes that are only offered are left out.
  public func fixes(_ report: AuditReport) -> String { (report.fixes ?? []).map(line).joined() }

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
