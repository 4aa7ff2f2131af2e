public import OmamoriKeychain

/// What a complete examination of a keychain file found; nothing is repaired or deleted.
///
/// It holds places and numbers, never names.
public struct StoreReport: Sendable, Hashable {
  /// Something that is not as it must be.
  public struct Problem: Sendable, Hashable {
    /// Where it is.
    public let place: KeychainPlace
    /// The generation of the row, where it is a row.
    public let generation: Int64?
  }

  /// The number of items that were opened and are intact.
  public internal(set) var intact = 0
  /// The number of items that could not be looked into, since their class is locked or its key is gone.
  public internal(set) var unopened = 0
  /// The epoch of the state that was examined.
  public internal(set) var epoch: UInt64 = 0
  /// What is not as it must be; empty when everything is.
  public internal(set) var problems: [Problem] = []
  /// What is known about the age of the file.
  public internal(set) var rollbackProtection: RollbackProtection = .unavailable

  mutating func add(_ place: KeychainPlace, _ generation: Int64? = nil) {
    problems.append(Problem(place: place, generation: generation))
  }
}
