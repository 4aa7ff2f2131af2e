#if !canImport(Darwin)
import OmamoriCrypto

/// What guessing a passphrase once may and must cost.
enum SlotCost {
  /// 64 MiB, 3 passes, 4 lanes: the second choice of RFC 9106.
  static let standard = Argon2Cost(memory: 64 << 10, passes: 3, lanes: 4)

  /// Whether a stored cost is calculated at all: a changed file must not take all memory or hours of time.
  static func isAcceptable(_ cost: Argon2Cost) -> Bool {
    1...16 ~= cost.lanes && 1...16 ~= cost.passes && 8 * cost.lanes...1 << 20 ~= cost.memory
  }

  /// The cost of a new passphrase.
  ///
  /// - Throws: ``KeychainError/unsupported(_:)`` for another function than Argon2id, ``KeychainError/invalidRequest(_:)``
  ///   for less than 19 MiB or 2 passes, and for more than is ever calculated.
  static func checked(_ cost: PasswordCost) throws(KeychainError) -> Argon2Cost {
    guard case .argon2id(let memory, let passes, let lanes) = cost else { throw .unsupported(.slot) }
    let cost = Argon2Cost(memory: memory, passes: passes, lanes: lanes)
    guard isAcceptable(cost), memory >= 19 << 10, passes >= 2 else { throw .invalidRequest(.weakSecret) }
    return cost
  }
}
#endif
