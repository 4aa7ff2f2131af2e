import OmamoriCore

/// Arithmetic modulo q = 3329, the field of ML-KEM (FIPS 203).
///
/// Time does not depend on the values: there are no divisions, no branches and no tables that a value indexes. Nothing
/// here makes a truth value of a coefficient either, since a compiler may turn a mask made from one into a branch.
enum FieldArithmetic {
  static let modulus: Int16 = 3329

  /// 2¹⁶ squared modulo q: multiplying by it moves a value into Montgomery form.
  static let montgomerySquared: Int16 = 1353

  /// The product times 2⁻¹⁶, in -q…q, of factors whose product is below q · 2¹⁵ in size (Montgomery's reduction).
  @inline(__always)
  static func multiply(_ left: Int16, _ right: Int16) -> Int16 {
    let product = Int32(left) &* Int32(right)
    // -3327 is the inverse of q modulo 2¹⁶: the difference below is a multiple of 2¹⁶.
    let multiple = Int16(truncatingIfNeeded: product) &* -3327
    return Int16(truncatingIfNeeded: (product &- Int32(multiple) &* 3329) >> 16)
  }

  /// The value of the same class nearest to zero, in -1664…1664 (Barrett's reduction).
  @inline(__always)
  static func reduce(_ value: Int16) -> Int16 {
    // 20159 is 2²⁶ / q, rounded.
    let quotient = Int16(truncatingIfNeeded: (Int32(value) &* 20159 &+ (1 << 25)) >> 26)
    return value &- quotient &* modulus
  }

  /// The value of the same class in 0..<q.
  @inline(__always)
  static func canonical(_ value: Int16) -> UInt64 {
    // Ten times q makes it positive; the factor is 2³²/q rounded up, which divides numbers below 2¹⁷ exactly.
    let shifted = UInt64(truncatingIfNeeded: Int32(value) &+ 33290)
    return shifted &- ((shifted &* 1_290_168) >> 32) &* 3329
  }

  /// The value in fewer bits: value · 2^bits / q to the nearest integer, modulo 2^bits (FIPS 203, 4.7).
  @inline(__always)
  static func compress(_ value: Int16, bits: Int) -> UInt64 {
    // The factor is 2³⁶/q rounded up, which divides numbers below 2²³ exactly.
    let numerator = (canonical(value) << UInt64(bits)) &+ 1664
    return ((numerator &* 20_642_679) >> 36) & ((1 << UInt64(bits)) &- 1)
  }

  /// What ``compress(_:bits:)`` stands for, but for the rounding: value · q / 2^bits to the nearest integer.
  @inline(__always)
  static func decompress(_ value: UInt64, bits: Int) -> Int16 {
    Int16(truncatingIfNeeded: (value &* 3329 &+ (1 << UInt64(bits - 1))) >> UInt64(bits))
  }

  /// Powers of 17 times 2¹⁶ modulo q, between -q/2 and q/2, in the order that the transform uses them (FIPS 203, A).
  static let zetas: [Int16] = (0..<128)
    .map { index in
      var power = 65536 % 3329
      for _ in 0..<reversed(index) { power = power * 17 % 3329 }
      return Int16(power > 1664 ? power - 3329 : power)
    }

  /// The lowest seven bits in reverse order.
  private static func reversed(_ index: Int) -> Int {
    (0..<7).reduce(0) { $0 << 1 | (index >> $1) & 1 }
  }
}
