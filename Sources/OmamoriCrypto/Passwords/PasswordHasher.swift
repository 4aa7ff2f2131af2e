public import OmamoriCore

/// Hashes passwords for storage and checks them, with Argon2id unless told otherwise.
///
/// What is stored is a PHC string (c2sp.org/phc-strings) that carries the function, its cost, a random salt of 16 bytes
/// and an output of 32, such as `$argon2id$v=19$m=65536,t=3,p=1$…$…`. Checking takes what the string says, within
/// ``PasswordCostLimits``; the answer says when the hash should be replaced. Hashes of Argon2id, scrypt and PBKDF2 are
/// read; Argon2i, Argon2d and bcrypt are not.
///
/// Calculations run on threads of their own behind a ``PasswordGate``.
public struct PasswordHasher: Sendable {
  /// The cost of new hashes.
  public let cost: PasswordCost
  /// What a stored hash may ask for.
  public let limits: PasswordCostLimits
  private let pepper: PasswordPepper?
  private let retiredPeppers: [PasswordPepper]
  private let gate: PasswordGate

  static let saltLength = 16
  static let outputLength = 32
  /// Longer passwords are refused, so that nobody can make a server read for long.
  static let greatestPasswordLength = 4096

  /// Makes a hasher.
  ///
  /// - Parameters:
  ///   - cost: The function and cost of new hashes: at least OWASP's recommendation for the function, within `limits`.
  ///   - limits: What a stored hash may ask for.
  ///   - pepper: A key that new hashes get mixed in.
  ///   - retiredPeppers: Keys that stored hashes may still name.
  ///   - gate: How much may be calculated at once.
  /// - Throws: `CryptoError.costTooLow` when guessing would be too cheap, `CryptoError.costLimitExceeded`,
  ///   `CryptoError.outOfRange(lower:upper:)`, `CryptoError.malformed(_:offset:)` of a keyset when two peppers have
  ///   one identifier and different secrets, since a right password would then be called wrong.
  public init(
    cost: PasswordCost = .standard,
    limits: PasswordCostLimits = .standard,
    pepper: PasswordPepper? = nil,
    retiredPeppers: [PasswordPepper] = [],
    gate: PasswordGate = .shared
  ) throws(CryptoError) {
    try limits.check(cost)
    guard cost.isStrongEnough else { throw .costTooLow }
    try Self.checkIdentifiers([pepper].compactMap { $0 } + retiredPeppers)
    (self.cost, self.limits, self.gate) = (cost, limits, gate)
    (self.pepper, self.retiredPeppers) = (pepper, retiredPeppers)
  }

  private static func checkIdentifiers(_ peppers: [PasswordPepper]) throws(CryptoError) {
    var secrets: [UInt32: SharedSecretBytes] = [:]
    for pepper in peppers {
      let known = secrets.updateValue(pepper.secret, forKey: pepper.id)
      guard known == nil || known == pepper.secret else { throw .malformed(.keyset, offset: nil) }
    }
  }

  /// Hashes a password with a new random salt.
  ///
  /// - Parameter password: 1 to 4096 bytes.
  /// - Returns: The text to store: ASCII, at most 160 characters.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)`, `CryptoError.outOfMemory`, `CryptoError.overloaded`,
  ///   `CryptoError.cancelled`, `CryptoError.randomnessUnavailable(code:)`.
  public func hash(_ password: Password) async throws(CryptoError) -> String {
    try await gate.run(memory: cost.memory) { () throws(CryptoError) in try hashBlocking(password) }
  }

  /// Says whether a password is the one that was hashed.
  ///
  /// - Parameters:
  ///   - password: What the user typed.
  ///   - stored: The text that ``hash(_:)`` gave, or another program.
  /// - Returns: Whether it is, and whether the stored hash should be replaced. The output is compared in constant time.
  /// - Throws: `CryptoError.malformed(_:offset:)`, `CryptoError.truncated(_:)`, `CryptoError.unsupported(_:)`,
  ///   `CryptoError.costLimitExceeded` before anything is allocated, `CryptoError.unknownKey(id:)` when the
  ///   pepper is missing, and what ``hash(_:)`` throws.
  public func verify(
    _ password: Password,
    against stored: String
  ) async throws(CryptoError) -> PasswordVerification {
    let hash = try admitted(stored)
    return try await gate.run(memory: hash.cost.memory) { () throws(CryptoError) in
      try check(password, against: hash)
    }
  }

  /// Hashes a password on the calling thread, for tools that have nothing else to do; see ``hash(_:)``.
  public func hashBlocking(_ password: Password) throws(CryptoError) -> String {
    let longest = Self.greatestPasswordLength
    guard (1...longest).contains(password.byteCount) else { throw .outOfRange(lower: 1, upper: longest) }
    var hash = PasswordHash(cost: cost, salt: try Self.salt(), output: [], pepper: pepper?.id)
    let output = try PasswordFunction.derive(
      password, cost: cost, salt: hash.salt, byteCount: Self.outputLength, pepper: pepper, data: [])
    hash.output = output.withBytes { bytes in
      // because the array is made of the bytes while they are there; a hash is no secret
      unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    }
    return hash.text
  }

  /// Checks a password on the calling thread, for tools; see ``verify(_:against:)``.
  public func verifyBlocking(
    _ password: Password,
    against stored: String
  ) throws(CryptoError) -> PasswordVerification {
    try check(password, against: try admitted(stored))
  }

  /// Reads a stored hash and refuses one that asks for too much.
  private func admitted(_ stored: String) throws(CryptoError) -> PasswordHash {
    let hash = try PasswordHash(parsing: stored)
    try limits.check(hash.cost)
    return hash
  }

  private func check(
    _ password: Password,
    against hash: PasswordHash
  ) throws(CryptoError) -> PasswordVerification {
    let longest = Self.greatestPasswordLength
    guard password.byteCount <= longest else { throw .outOfRange(lower: 1, upper: longest) }
    var pepper: PasswordPepper?
    if let id = hash.pepper {
      let known = [self.pepper].compactMap { $0 } + retiredPeppers
      pepper = known.first { $0.id == id }
      guard pepper != nil else { throw .unknownKey(id: id) }
    }
    let output = try PasswordFunction.derive(
      password, cost: hash.cost, salt: hash.salt, byteCount: hash.output.count, pepper: pepper,
      data: hash.data)
    let expected = SecretBytes(copying: hash.output)
    guard output.isEqual(to: expected) else { return .doesNotMatch }
    let needsRehash =
      hash.cost.isWeaker(than: cost) || hash.pepper != self.pepper?.id
      || hash.salt.count < Self.saltLength || hash.output.count < Self.outputLength
    return .matches(needsRehash: needsRehash)
  }

  private static func salt() throws(CryptoError) -> [UInt8] {
    do throws(CoreError) {
      return try SystemRandomness().bytes(count: saltLength)
    } catch {
      throw CryptoError(error)
    }
  }
}

extension PasswordHasher {
  /// Measures on this machine what Argon2id can cost within a time.
  ///
  /// Takes as much of the memory as one or two passes have time for, then as many passes as still fit, as RFC 9106,
  /// section 4, advises. Run it once, on the machine that checks passwords, and keep the result in the configuration:
  /// the time depends on what else the machine does.
  ///
  /// - Parameters:
  ///   - target: How long one check may take.
  ///   - memoryLimit: The most memory of one check, in KiB, 19 MiB to 1 GiB.
  ///   - lanes: The lanes, 1 to 16.
  /// - Returns: The cost, never less than ``PasswordCost/least`` even when that takes longer than `target`.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)`, `CryptoError.outOfMemory`.
  public static func calibrated(
    for target: Duration,
    memoryLimit: Int = 1 << 20,
    lanes: Int = 1
  ) async throws(CryptoError) -> PasswordCost {
    try await OwnThread.run { () throws(CryptoError) in
      let password = Password("calibration")
      let salt = [UInt8](repeating: 0x5a, count: saltLength)
      return try calibrated(for: target, memoryLimit: memoryLimit, lanes: lanes) { cost throws(CryptoError) in
        let clock = ContinuousClock()
        let start = clock.now
        let output = try Argon2id.hash(password, salt: salt, cost: cost)
        return output.isEmpty ? .zero : clock.now - start
      }
    }
  }

  /// The procedure, with whatever measures one calculation.
  static func calibrated(
    for target: Duration,
    memoryLimit: Int,
    lanes: Int,
    measure: (Argon2Cost) throws(CryptoError) -> Duration
  ) throws(CryptoError) -> PasswordCost {
    let (least, greatest) = (19 << 10, PasswordCostLimits.standard.memory)
    guard (least...greatest).contains(memoryLimit) else { throw .outOfRange(lower: least, upper: greatest) }
    let mostPasses = PasswordCostLimits.standard.passes
    guard (1...PasswordCostLimits.standard.lanes).contains(lanes) else {
      throw .outOfRange(lower: 1, upper: PasswordCostLimits.standard.lanes)
    }
    var memory = memoryLimit
    while true {
      let two = try measure(Argon2Cost(memory: memory, passes: 2, lanes: lanes))
      guard two > target, memory > least else {
        // The first pass also allocates; half of two is close enough to one.
        let onePass = max(two / 2, .nanoseconds(1))
        // Bounded before it becomes an integer: a target can be too long for one.
        let passes = min(Double(mostPasses), max(2, target / onePass))
        return .argon2id(memory: memory, passes: Int(passes), lanes: lanes)
      }
      memory = max(least, memory / 2)
    }
  }
}

/// The hash function inside of PBKDF2.
public enum PasswordDigest: String, Sendable, Hashable, CaseIterable {
  /// SHA-256.
  case sha256
  /// SHA-512.
  case sha512
}
