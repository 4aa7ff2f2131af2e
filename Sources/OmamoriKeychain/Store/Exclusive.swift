#if !canImport(Darwin)
import OmamoriCore

/// An object that one thread at a time uses.
///
/// Safe to use from any thread.
// because the object is only reached with the lock held, and nothing that refers to it leaves the closures
final class Exclusive<Object: AnyObject>: @unchecked Sendable {
  private let lock = Protected(())
  private let object: Object

  /// Takes over an object that nobody else has.
  init(_ object: sending Object) { self.object = object }

  /// Calls `body` with the object, waiting for other threads to be done.
  ///
  /// - Throws: What `body` throws.
  func withLock<Result: Sendable, Failure: Error>(
    _ body: (Object) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try lock.withLock { _ throws(Failure) in try body(object) }
  }
}
#endif
