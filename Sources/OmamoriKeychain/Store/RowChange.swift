#if !canImport(Darwin)

/// That a row was stored or removed.
///
/// A value; safe to share between threads.
struct RowChange: Sendable, Equatable {
  /// The item.
  let identifier: RowIdentifier
  /// Whether it was removed.
  let isRemoved: Bool
}
#endif
