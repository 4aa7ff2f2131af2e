import OmamoriSystem

/// Where the pages of new secrets come from, when a process wants other memory than ordinary one.
///
/// Safe to use from any thread.
package enum SecretBacking {
  /// Opens memory that pages can be mapped from: a descriptor, or a negative error number.
  package typealias Source = @Sendable () -> Int32

  private static let source = StateMutex<Source?>(nil)

  /// Whether new secrets take such memory, as far as there is some.
  package static var isInUse: Bool { current != nil }

  static var current: Source? { source.withLock { $0 } }

  /// Why a source gives no memory: an error number, or 0 when it does.
  package static func trial(of open: @escaping Source) -> Int32 { MemoryPages.trial(of: open) }

  /// Has secrets that are made from now on take their pages from a source, and ordinary ones where it gives none.
  ///
  /// - Parameter open: The source; it is tried with one page before.
  /// - Returns: 0, or the error number of the trial, after which nothing has changed.
  package static func use(_ open: @escaping Source) -> Int32 {
    let code = trial(of: open)
    if code == 0 { source.withLock { $0 = open } }
    return code
  }
}
