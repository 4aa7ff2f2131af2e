#if !canImport(Darwin)
import OmamoriCore

/// A hop under way; the caller holds it to cancel, the engine to know what it is about.
final class Transfer: Sendable {
  /// What is asked.
  let hop: Hop
  private let isCancelledBox = Protected(false)

  init(_ hop: Hop) { self.hop = hop }

  /// Whether the caller gave up, perhaps before the engine heard of it.
  var isCancelled: Bool { isCancelledBox.current }

  /// Notes that the caller gave up.
  func markCancelled() { isCancelledBox.withLock { $0 = true } }
}
#endif
