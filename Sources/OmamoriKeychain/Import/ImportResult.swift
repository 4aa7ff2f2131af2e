/// What an importer found.
///
/// Everything that was in the source is either among the items or in the notes. A value; safe to share between threads.
public struct ImportResult: Sendable {
  /// The most notes that are kept; ``counts`` counts all.
  public static let greatestListing = 10_000

  /// The items, ready to be stored; no two have the same primary key.
  public internal(set) var items: [NewItem] = []
  /// What was left out or changed, at most ``greatestListing``.
  public internal(set) var notes: [ImportNote] = []
  /// How often each reason occurred.
  public internal(set) var counts: [ImportReason: Int] = [:]

  /// How much was left out; renamed items are not.
  public var skipped: Int { counts.reduce(0) { $0 + ($1.key == .renamed ? 0 : $1.value) } }
}
