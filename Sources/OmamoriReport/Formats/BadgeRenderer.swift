import OmamoriCore

/// Writes the score as a small picture (SVG) for a page about the project.
package struct BadgeRenderer: ReportRenderer {
  private let options: ReportOptions

  /// Makes a renderer.
  package init(_ options: ReportOptions) { self.options = options }

  /// The picture, with a line feed at its end; it holds no text from the app.
  package func render(_ report: AuditReport) -> String {
    let audit = AuditScore(of: report, options: options)
    let (name, score) = ("omamori", audit.value.map { "\($0) / 100" } ?? "–")
    let colour = audit.value.map { $0 >= 80 ? "#2c7049" : $0 >= 50 ? "#7d6500" : "#b3261e" } ?? "#6c655c"
    let others = ScoreWords(score: audit, language: options.language).others.map { "; \($0)" }.joined()
    let (left, right) = (68, 14 + 7 * score.count)
    let label = LocalizedText("Omamori score", ja: "Omamori スコア")[options.language]
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(left + right)" height="20" role="img" \
      aria-label="\(label): \(score)\(others)">
        <title>\(label): \(score)\(others)</title>
        <clipPath id="r"><rect width="\(left + right)" height="20" rx="4"/></clipPath>
        <g clip-path="url(#r)">
          <rect width="\(left)" height="20" fill="#3a3530"/>
          <rect x="\(left)" width="\(right)" height="20" fill="\(colour)"/>
        </g>
        <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
          <text x="\(left / 2)" y="14">\(name)</text>
          <text x="\(left + right / 2)" y="14">\(score)</text>
        </g>
      </svg>

      """
  }
}
