/// What a store under test can be made to do from outside.
package struct ConformanceMeans: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// It can be locked and unlocked.
  package static let locking = Self(rawValue: 1 << 0)
  /// It can be put back to the state before the first unlocking.
  package static let restarting = Self(rawValue: 1 << 1)
  /// A passcode can be set and removed.
  package static let passcode = Self(rawValue: 1 << 2)
  /// There are ``ConformanceStore/secondGroup`` and ``ConformanceStore/foreignGroup``.
  package static let groups = Self(rawValue: 1 << 3)
  /// Items have versions.
  package static let versions = Self(rawValue: 1 << 4)
  /// It can be closed and opened again.
  package static let reopening = Self(rawValue: 1 << 5)
  /// Items can be synchronizable.
  package static let synchronizable = Self(rawValue: 1 << 6)

  /// The names of what is missing in `other`.
  func names(missingIn other: ConformanceMeans) -> [String] {
    let all: [(ConformanceMeans, String)] = [
      (.locking, "locking"), (.restarting, "restarting"), (.passcode, "a passcode"),
      (.groups, "several access groups"), (.versions, "versions"), (.reopening, "reopening"),
      (.synchronizable, "synchronizable items"),
    ]
    return all.filter { contains($0.0) && !other.contains($0.0) }.map(\.1)
  }
}
