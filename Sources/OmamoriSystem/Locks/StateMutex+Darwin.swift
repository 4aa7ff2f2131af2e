#if canImport(Darwin)
import Synchronization

/// A lock with its state, with the interface of `Synchronization.Mutex`.
///
/// A type of its own, since the members of an alias could only be used in files that import Synchronization too.
package struct StateMutex<State: ~Copyable>: ~Copyable, Sendable {
  private let mutex: Mutex<State>

  package init(_ initial: consuming sending State) { mutex = Mutex(initial) }

  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock(body)
  }
}
#endif
