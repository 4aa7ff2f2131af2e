internal import Foundation

/// A value behind a lock that ThreadSanitizer follows, unlike a contended `Mutex` of Swift 6.3.
package final class Guarded<Value>: @unchecked Sendable {  // because the value is only used under the lock
  private let lock = NSLock()
  private var value: Value

  /// Guards a value.
  package init(_ value: Value) { self.value = value }

  /// Uses the value while nobody else does.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
