#if !canImport(Darwin)

/// The keys that are in force, and how often they were changed.
///
/// A value; safe to share between threads.
struct StoreKeys: Sendable {
  /// Grows with every change.
  private(set) var version: UInt64 = 1
  /// The keys; `nil` before the first unlocking.
  private(set) var ring: KeyRing?
  /// The number of the keybag that they come from.
  private(set) var keybagGeneration: UInt64 = 0

  /// Puts other keys into force, or none.
  mutating func replace(_ ring: KeyRing?, _ keybagGeneration: UInt64) {
    version += 1
    (self.ring, self.keybagGeneration) = (ring, keybagGeneration)
  }
}
#endif
