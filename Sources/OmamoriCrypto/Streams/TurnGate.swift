import OmamoriCore
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Lets threads act in the order of their numbers, and ends all of them at the first failure.
///
/// Safe to use from any thread.
@safe
// because every field is only touched with the mutex held
final class TurnGate: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var turn: UInt64 = 0
  private var failure: CryptoError?
  private var running: Int

  /// Makes a gate for a number of threads besides the one that waits for them.
  init(threads: Int) {
    running = threads
    // because the deinitialiser gives both back; they must not move
    unsafe (mutex, changed) = (.allocate(capacity: 1), .allocate(capacity: 1))
    unsafe pthread_mutex_init(mutex, nil)  // because the allocation is new
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)  // because nobody waits on an object that ends
    unsafe pthread_mutex_destroy(mutex)  // because nobody holds the lock of an object that ends
    unsafe changed.deallocate()  // because it is ours
    unsafe mutex.deallocate()
  }

  /// The first failure in the order of the turns.
  var firstFailure: CryptoError? { locked { failure } }

  /// Waits until it is the turn of a number; `false` when the work has failed.
  func wait(for number: UInt64) -> Bool {
    locked {
      while turn != number && failure == nil { pause() }
      return failure == nil
    }
  }

  /// Lets the next number act.
  func advance() {
    locked {
      turn += 1
      wakeAll()
    }
  }

  /// Ends the work; only the first failure is kept.
  func fail(_ error: CryptoError) {
    locked {
      if failure == nil { failure = error }
      wakeAll()
    }
  }

  /// Counts a thread out.
  func leave() {
    locked {
      running -= 1
      wakeAll()
    }
  }

  /// Waits until all threads have been counted out.
  func waitForThreads() {
    locked { while running > 0 { pause() } }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)  // because the mutex lives as long as self
    defer { unsafe _ = pthread_mutex_unlock(mutex) }  // because this thread holds it
    return body()
  }

  private func pause() {
    unsafe pthread_cond_wait(changed, mutex)  // because this thread holds the mutex
  }

  private func wakeAll() {
    unsafe pthread_cond_broadcast(changed)  // because the condition lives as long as self
  }
}
