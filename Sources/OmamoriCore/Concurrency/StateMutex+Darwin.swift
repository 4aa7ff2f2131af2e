#if canImport(Darwin)
import Synchronization

/// The lock behind ``Protected``.
///
/// A type of its own, since the members of an alias could only be used in files that import Synchronization too.
struct StateMutex<State: ~Copyable>: ~Copyable, Sendable {
  private let mutex: Mutex<State>

  init(_ initial: consuming sending State) { mutex = Mutex(initial) }

  borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock(body)
  }
}
#endif
