#if canImport(Glibc)
import Glibc
import OmamoriKeychain
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// Waits on a thread for what a task does, for interfaces that may block.
///
/// Has no state. Never to be used on a thread of Swift's tasks, all of which could then wait for one another.
enum StandingStill {
  /// A flag to wait for.
  @safe
  // because a semaphore is made to be used from several threads, and its memory ends with its last owner
  private final class Done: @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<sem_t>

    init() {
      unsafe semaphore = .allocate(capacity: 1)  // because the deinitialiser gives it back
      unsafe sem_init(semaphore, 0, 0)  // because the allocation is new
    }

    deinit {
      unsafe sem_destroy(semaphore)  // because nobody waits on an object that ends
      unsafe semaphore.deallocate()  // because it is ours
    }

    func tell() { unsafe _ = sem_post(semaphore) }  // because the semaphore lives as long as self

    func wait() {
      // because the semaphore lives as long as self; a signal may end the call too early
      while unsafe sem_wait(semaphore) != 0 {}
    }
  }

  /// Runs `body` in a task and waits for it.
  ///
  /// - Parameter body: What to do; it has to end by itself.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws(KeychainError) -> Value
  ) throws(KeychainError) -> Value {
    let outcome = Protected<Result<Value, KeychainError>>(.failure(.cancelled))
    let done = Done()
    Task.detached {
      let result: Result<Value, KeychainError>
      do throws(KeychainError) { result = .success(try await body()) } catch { result = .failure(error) }
      outcome.withLock { $0 = result }
      done.tell()
    }
    done.wait()
    return try outcome.current.get()
  }
}
