import OmamoriCore

/// The function that a password is hashed with, and how much one guess costs.
///
/// Use ``standard`` unless a regulation asks for something else.
@nonexhaustive
public enum PasswordCost: Sendable, Hashable {
  /// Argon2id (RFC 9106): `memory` in KiB, `passes` over it, `lanes` that different cores can work on.
  case argon2id(memory: Int, passes: Int, lanes: Int)
  /// scrypt (RFC 7914): 2 to the power of `logarithm` blocks of 128 times `blockSize` bytes, `lanes` times.
  case scrypt(logarithm: Int, blockSize: Int, lanes: Int)
  /// PBKDF2 with HMAC (RFC 8018), which takes no memory: only where FIPS 140 or an old peer demands it.
  case pbkdf2(PasswordDigest, rounds: Int)

  /// Argon2id with 64 MiB, 3 passes and 1 lane: the second choice of RFC 9106 with one lane.
  public static let standard = argon2id(memory: 64 << 10, passes: 3, lanes: 1)
  /// Argon2id with 19 MiB, 2 passes and 1 lane, the least that OWASP's password storage page recommends.
  public static let least = argon2id(memory: 19 << 10, passes: 2, lanes: 1)
  /// scrypt with 128 MiB, the recommendation of the same page.
  public static let scrypt = scrypt(logarithm: 17, blockSize: 8, lanes: 1)
  /// PBKDF2 with SHA-256 and 600,000 rounds, the recommendation of the same page.
  public static let pbkdf2 = pbkdf2(.sha256, rounds: 600_000)

  /// The memory that one calculation takes, in KiB, but for a few blocks.
  public var memory: Int {
    switch self {
    case .argon2id(let memory, _, _): return memory
    case .scrypt(let logarithm, let blockSize, _):
      guard (1...40).contains(logarithm), (1...1 << 12).contains(blockSize) else { return .max }
      return max(1, (1 << logarithm) * blockSize / 8)
    case .pbkdf2: return 1
    }
  }

  /// Whether hashes may be made at this cost: at least what OWASP recommends for the function.
  var isStrongEnough: Bool {
    switch self {
    case .argon2id(let memory, let passes, let lanes):
      (memory >= 19 << 10 && passes >= 2 || memory >= 46 << 10 && passes >= 1) && lanes >= 1
    case .scrypt(let logarithm, let blockSize, let lanes): logarithm >= 17 && blockSize >= 8 && lanes >= 1
    case .pbkdf2(.sha256, let rounds): rounds >= 600_000
    case .pbkdf2(.sha512, let rounds): rounds >= 210_000
    }
  }

  /// Whether a hash of this cost is to be replaced by one of `wanted`: another function, or less of anything.
  func isWeaker(than wanted: PasswordCost) -> Bool {
    switch (self, wanted) {
    case (.argon2id(let memory, let passes, _), .argon2id(let wantedMemory, let wantedPasses, _)):
      memory < wantedMemory || passes < wantedPasses
    case (
      .scrypt(let logarithm, let size, let lanes),
      .scrypt(let wantedLogarithm, let wantedSize, let wantedLanes)
    ):
      logarithm < wantedLogarithm || size < wantedSize || lanes < wantedLanes
    case (.pbkdf2(let digest, let rounds), .pbkdf2(let wantedDigest, let wantedRounds)):
      digest != wantedDigest || rounds < wantedRounds
    default: true
    }
  }
}

/// How much a stored password hash may ask for before anything is calculated or allocated.
///
/// A hash comes from a database, which an attacker may have written to: without limits one row could take all memory of
/// a server or keep a core busy for hours.
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
