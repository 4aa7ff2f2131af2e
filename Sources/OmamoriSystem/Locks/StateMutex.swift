#if canImport(Darwin)
import Synchronization
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A lock with its state, with the interface of `Synchronization.Mutex`.
///
/// On Linux it is a POSIX mutex, which the thread sanitizer knows; it takes the standard library's, which calls futex(2)
/// from code without instrumentation, for no lock at all and reports races that are none. On Apple systems it is the
/// standard library's, in a type of its own, since the members of an alias could only be used in files that import
/// Synchronization too.
@safe
package struct StateMutex<State: ~Copyable>: ~Copyable {
  #if canImport(Darwin)
  private let mutex: Mutex<State>
  #else
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let state: UnsafeMutablePointer<State>
  #endif

  package init(_ initial: consuming sending State) {
    #if canImport(Darwin)
    mutex = Mutex(initial)
    #else
    // because the deinitialiser gives both back; a POSIX mutex must not move
    unsafe (mutex, state) = (.allocate(capacity: 1), .allocate(capacity: 1))
    // because the allocation is new
    unsafe state.initialize(to: initial)
    // because the allocation is new; default attributes cannot fail
    unsafe _ = pthread_mutex_init(mutex, nil)
    #endif
  }

  #if !canImport(Darwin)
  deinit {
    // because nobody holds the lock of a value that ends
    unsafe _ = pthread_mutex_destroy(mutex)
    // because the initialiser made it, once
    unsafe state.deinitialize(count: 1)
    // because nothing is left in it
    unsafe state.deallocate()
    unsafe mutex.deallocate()
  }
  #endif

  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    #if canImport(Darwin)
    return try mutex.withLock(body)
    #else
    // because the mutex lives as long as self, which is borrowed
    unsafe pthread_mutex_lock(mutex)
    // because this thread holds the lock
    defer { unsafe _ = pthread_mutex_unlock(mutex) }
    return try unsafe body(&state.pointee)
    #endif
  }
}

#if canImport(Darwin)
extension StateMutex: Sendable where State: ~Copyable {}
#else
// because the state is only reached with the mutex held
extension StateMutex: @unchecked Sendable where State: ~Copyable {}
#endif
