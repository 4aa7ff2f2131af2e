import OmamoriCore

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
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)``, ``CryptoError/outOfMemory``.
  public static func calibrated(
    for target: Duration,
    memoryLimit: Int = 1 << 20,
    lanes: Int = 1
  ) async throws(CryptoError) -> PasswordCost {
    try await SlowThread.run { () throws(CryptoError) in
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
