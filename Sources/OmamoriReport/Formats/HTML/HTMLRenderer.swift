import OmamoriCore

/// Writes a report as one page for people: no network, no foreign fonts, light and dark, for screens and paper.
///
/// Every finding is in it, with the lines around it, its way through the code and the repair; suppressed and doubtful
/// ones can be shown and hidden. The page also reads without its script. A content-security policy names the only
/// style and the only script that may act, and forbids everything from outside.
package struct HTMLRenderer: ReportRenderer {
  /// How many findings a page shows; the gravest come first, and the page says how many are left out.
  package static let findingLimit = 5_000

  let options: ReportOptions

  /// Makes a renderer.
  package init(_ options: ReportOptions) { self.options = options }

  /// The page, with a line feed at its end.
  package func render(_ report: AuditReport) -> String {
    let page = HTMLPage(report: report, options: options)
    var text = "<!DOCTYPE html>\n"
    page.document.write(to: &text)
    return text + "\n"
  }
}
