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
  /// Waits for the idle time to be over.
  private var idleTask: Task<Void, Never>?

  /// Takes over the keys.
  mutating func begin(_ keybag: OpenKeybag) {
    self.keybag = keybag
    lastUse = .now
  }

  /// Takes over the task that waits for the idle time to be over.
  mutating func wait(_ task: Task<Void, Never>?) {
    idleTask?.cancel()
    idleTask = task
  }

  /// Notes that the keychain is used.
  mutating func touch() { lastUse = .now }

  /// Lets go of the keys.
  mutating func end() {
    keybag = nil
    wait(nil)
  }
}
#endif
