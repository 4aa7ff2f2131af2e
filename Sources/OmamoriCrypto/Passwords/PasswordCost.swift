/// The function that a password is hashed with, and how much one guess costs.
///
/// Use ``standard`` unless a regulation asks for something else. A value; safe to share between threads.
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
