/// Writes a report in one format: a pure function, so that the same report and options give the same text.
package protocol ReportRenderer: Sendable {
  /// The report as a text that ends with a line feed, or is empty when there is nothing to say.
  func render(_ report: AuditReport) -> String
}
