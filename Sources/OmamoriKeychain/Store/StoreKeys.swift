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

  /// Puts the keys of a new keybag into force; of what was locked since a version, nothing.
  mutating func take(_ ring: KeyRing, _ keybagGeneration: UInt64, since version: UInt64) {
    guard self.version != version else { return replace(ring, keybagGeneration) }
    let rest = self.ring.map { rest in
      KeyRing(
        classes: ring.classes.filter { rest.classes[$0.key] != nil }, index: ring.index,
        integrity: ring.integrity, access: ring.access, invalidated: ring.invalidated)
    }
    replace(rest, keybagGeneration)
  }
}
#endif
