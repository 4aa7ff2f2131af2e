/// What an export holds and what it does not.
///
/// A value; safe to share between threads.
public struct ExportReport: Sendable {
  /// How many items were exported.
  public let exported: Int
  /// What was left out, at most ``ImportResult/greatestListing``.
  public let notes: [ImportNote]
  /// How often each reason occurred.
  public let counts: [ImportReason: Int]

  init(_ result: ImportResult) {
    (exported, notes, counts) = (result.items.count, result.notes, result.counts)
  }
}
