/// How much a stored password hash may ask for before anything is calculated or allocated.
///
/// A hash comes from a database, which an attacker may have written to: without limits one row could take all memory of
/// a server or keep a core busy for hours. A value; safe to share between threads.
public struct PasswordCostLimits: Sendable, Hashable {
  /// The most memory of one calculation, in KiB.
  public var memory: Int
  /// The most passes of Argon2id, and the most lanes of scrypt, which cost time likewise.
  public var passes: Int
  /// The most lanes of Argon2id.
  public var lanes: Int
  /// The most rounds of PBKDF2.
  public var rounds: Int

  /// Sets limits.
  ///
  /// - Parameters:
  ///   - memory: The most memory of one calculation, in KiB; 1 GiB unless said otherwise.
  ///   - passes: The most passes of Argon2id and lanes of scrypt.
  ///   - lanes: The most lanes of Argon2id.
  ///   - rounds: The most rounds of PBKDF2.
  public init(memory: Int = 1 << 20, passes: Int = 16, lanes: Int = 16, rounds: Int = 10_000_000) {
    (self.memory, self.passes, self.lanes, self.rounds) = (memory, passes, lanes, rounds)
  }

  /// 1 GiB, 16 passes, 16 lanes, ten million rounds.
  public static let standard = PasswordCostLimits()

  /// Refuses a cost above the limits and one that its function does not define.
  func check(_ cost: PasswordCost) throws(CryptoError) {
    let isWithin =
      switch cost {
      case .argon2id(_, let passes, let lanes): passes <= self.passes && lanes <= self.lanes
      // The block's size costs time and memory; above 32 nobody has a use for it.
      case .scrypt(_, let blockSize, let lanes): blockSize <= 32 && lanes <= passes
      case .pbkdf2(_, let rounds): rounds <= self.rounds
      }
    guard isWithin, cost.memory <= memory else { throw .costLimitExceeded }
    switch cost {
    case .argon2id(let memory, let passes, let lanes):
      try Argon2Cost(memory: memory, passes: passes, lanes: lanes).check()
    case .scrypt(let logarithm, let blockSize, let lanes):
      guard logarithm >= 1, blockSize >= 1, lanes >= 1 else { throw .outOfRange(lower: 1, upper: 32) }
    case .pbkdf2(_, let rounds):
      guard rounds >= 1 else { throw .outOfRange(lower: 1, upper: self.rounds) }
    }
  }
}
