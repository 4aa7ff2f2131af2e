import Dispatch

/// Runs the keychain's calls on threads of its own: one may wait for a person, and Swift's pool must never be blocked.
///
/// Safe to share between threads.
final class KeychainExecutor: TaskExecutor {
  /// The executor of all keychains of the process.
  static let shared = KeychainExecutor()

  private let queue = DispatchQueue(label: "omamori.keychain", attributes: .concurrent)

  private init() {}

  /// Runs a job on one of the threads.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // because a job is run once, and this is the executor it was given to
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
