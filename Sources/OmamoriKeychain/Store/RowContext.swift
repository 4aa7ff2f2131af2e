#if !canImport(Darwin)
import OmamoriCore

/// The place of a row, which everything that is sealed in it is bound to.
///
/// A value; safe to share between threads.
struct RowContext: Sendable, Equatable {
  /// The row's number, a new one with every change.
  var generation: Int64
  /// Where the item stands.
  var tag: StoreTag
  /// The item's number.
  var identifier: RowIdentifier
  /// When the item can be used.
  var accessibility: ItemAccessibility

  /// The place in bytes, behind one that says what is sealed.
  ///
  /// - Parameters:
  ///   - purpose: What is sealed.
  ///   - store: The store.
  /// - Returns: The bytes, to which the purpose may add more.
  func frame(_ purpose: Purpose, _ store: StoreID) -> RowFrame {
    var frame = RowFrame()
    frame.append(purpose.rawValue)
    frame.append(store)
    frame.append(word: UInt64(bitPattern: generation))
    frame.append(accessibility.storeCode)
    frame.append(identifier)
    frame.append(tag)
    return frame
  }

  /// What is sealed, or made a digest of.
  enum Purpose: UInt8 {
    /// The metadata.
    case metadata = 0x4D
    /// The key of the secret.
    case key = 0x4B
    /// The digest of the row as a member of the set of all rows.
    case digest = 0x44
    /// The digest of a tombstone as a member of that set.
    case tombstone = 0x54
  }
}
#endif
