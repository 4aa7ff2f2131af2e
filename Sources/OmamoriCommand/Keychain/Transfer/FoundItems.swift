#if !canImport(Darwin)
import OmamoriKeychain

/// What was found in a source.
struct FoundItems {
  /// The items, ready to be stored.
  let items: [NewItem]
  /// What was left out or changed.
  var notes: [ImportNote] = []
  /// How often each reason occurred.
  var counts: [ImportReason: Int] = [:]
  /// How many were left out.
  var skipped = 0
  /// How many items of other programs are in the source; they stay there.
  var foreign = 0
}

extension FoundItems {
  /// What an importer found.
  init(_ result: ImportResult) {
    self.init(items: result.items, notes: result.notes, counts: result.counts, skipped: result.skipped)
  }
}
#endif
