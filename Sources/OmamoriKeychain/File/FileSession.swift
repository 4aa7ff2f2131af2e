#if !canImport(Darwin)
import OmamoriCore

/// What an open keychain file knows of its unlocking.
///
/// A value behind a lock.
struct FileSession: Sendable {
  /// The keys and the slots; `nil` unless everything is unlocked.
  private(set) var keybag: OpenKeybag?
  /// When the keychain was used last.
  private(set) var lastUse = ContinuousClock.now
  /// What the anchors said.
  var protection: RollbackProtection = .unavailable
  /// What the anchors were found to know and were told since, by their places.
  var recorded: [Int: AnchoredState] = [:]
  /// Whether a lasting anchor could not record the newest state.
  var hasUnrecordedState = false
  /// How often the keychain was locked, and how far the last time.
  private(set) var locks: (count: UInt64, extent: KeychainFile.LockExtent) = (0, .everything)
  /// Waits for the idle time to be over.
  private var idleTask: Task<Void, Never>?

  /// Takes over the keys, unless the keychain was locked since it had been locked so often.
  ///
  /// - Returns: Whether it was not.
  mutating func begin(_ keybag: OpenKeybag, since lockCount: UInt64) -> Bool {
    guard locks.count == lockCount else { return false }
    self.keybag = keybag
    lastUse = .now
    return true
  }

  /// Takes over the task that waits for the idle time to be over.
  mutating func wait(_ task: Task<Void, Never>?) {
    idleTask?.cancel()
    idleTask = task
  }

  /// Notes that the keychain is used.
  mutating func touch() { lastUse = .now }

  /// Lets go of the keys.
  mutating func end(_ extent: KeychainFile.LockExtent) {
    keybag = nil
    locks = (locks.count + 1, extent)
    wait(nil)
  }
}
#endif
