#if os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A lock with its state, with the interface of `Synchronization.Mutex`.
///
/// A POSIX mutex is one that the thread sanitizer knows; it takes the standard library's, which calls futex(2) from
/// code without instrumentation, for no lock at all and reports races that are none.
@safe
// because the state is only reached with the mutex held
package struct StateMutex<State: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let state: UnsafeMutablePointer<State>

  package init(_ initial: consuming sending State) {
    // because the deinitialiser gives both back; a POSIX mutex must not move
    unsafe (mutex, state) = (.allocate(capacity: 1), .allocate(capacity: 1))
    // because the allocation is new
    unsafe state.initialize(to: initial)
    // because the allocation is new; default attributes cannot fail
    unsafe _ = pthread_mutex_init(mutex, nil)
  }

  deinit {
    // because nobody holds the lock of a value that ends
    unsafe _ = pthread_mutex_destroy(mutex)
    // because the initialiser made it, once
    unsafe state.deinitialize(count: 1)
    // because nothing is left in it
    unsafe state.deallocate()
    unsafe mutex.deallocate()
  }

  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    // because the mutex lives as long as self, which is borrowed
    unsafe pthread_mutex_lock(mutex)
    // because this thread holds the lock
    defer { unsafe _ = pthread_mutex_unlock(mutex) }
    return try unsafe body(&state.pointee)
  }
}
#endif
