/// What one calculation of Argon2id may cost (RFC 9106, section 3.1).
package struct Argon2Cost: Sendable, Hashable {
  /// The memory in KiB.
  package var memory: Int
  /// How often the memory is passed over.
  package var passes: Int
  /// The lanes, which different processor cores can fill.
  package var lanes: Int

  package init(memory: Int, passes: Int, lanes: Int) {
    (self.memory, self.passes, self.lanes) = (memory, passes, lanes)
  }

  /// The most memory that any calculation may take, in KiB: 4 GiB.
  package static let greatestMemory = 4 << 20
  /// The most passes of any calculation.
  package static let greatestPasses = 1 << 16
  /// The most lanes, as the format of password hashes has it.
  package static let greatestLanes = 255

  /// Refuses what Argon2 does not define and what no machine should be asked for, before anything is allocated.
  package func check() throws(CryptoError) {
    guard (1...Self.greatestLanes).contains(lanes) else {
      throw .outOfRange(lower: 1, upper: Self.greatestLanes)
    }
    guard (1...Self.greatestPasses).contains(passes) else {
      throw .outOfRange(lower: 1, upper: Self.greatestPasses)
    }
    guard (8 * lanes...Self.greatestMemory).contains(memory) else {
      throw .outOfRange(lower: 8 * lanes, upper: Self.greatestMemory)
    }
  }
}
