import OmamoriCore

/// The transform of ML-KEM and the arithmetic on 256 coefficients (FIPS 203, 4.3).
///
/// Every span has 256 elements. Values stay below 2¹⁵ in size; each function says what it takes and gives.
enum NumberTheoreticTransform {
  /// Transforms a polynomial with values below q; gives values between -q/2 and q/2.
  static func forward(_ values: inout MutableSpan<Int16>) {
    let zetas = FieldArithmetic.zetas
    var (next, length) = (1, 128)
    while length >= 2 {
      for start in stride(from: 0, to: 256, by: 2 * length) {
        let zeta = zetas[next]
        next += 1
        for index in start..<(start + length) {
          let product = FieldArithmetic.multiply(zeta, values[index + length])
          values[index + length] = values[index] &- product
          values[index] = values[index] &+ product
        }
      }
      length /= 2
    }
    // Seven layers have added at most 7q.
    reduce(&values)
  }

  /// Undoes ``forward(_:)`` and multiplies by 2¹⁶, which takes back the 2⁻¹⁶ of a product; gives values in -q…q.
  static func inverse(_ values: inout MutableSpan<Int16>) {
    let zetas = FieldArithmetic.zetas
    var (next, length) = (127, 2)
    while length <= 128 {
      for start in stride(from: 0, to: 256, by: 2 * length) {
        let zeta = zetas[next]
        next -= 1
        for index in start..<(start + length) {
          let (low, high) = (values[index], values[index + length])
          values[index] = FieldArithmetic.reduce(low &+ high)
          values[index + length] = FieldArithmetic.multiply(zeta, high &- low)
        }
      }
      length *= 2
    }
    // 1441 is 2³² / 128 modulo q.
    for index in 0..<256 { values[index] = FieldArithmetic.multiply(values[index], 1441) }
  }

  /// Adds the product of two transformed polynomials, times 2⁻¹⁶, to a sum of at most four of them.
  ///
  /// The factors are below q in size. One term is below 2q, so that four stay below 2¹⁵.
  static func addProduct(of left: Span<Int16>, _ right: Span<Int16>, to sum: inout MutableSpan<Int16>) {
    let zetas = FieldArithmetic.zetas
    for pair in 0..<128 {
      let index = 2 * pair
      // The modulus of the pair is X² - zeta or X² + zeta.
      let sign = Int16(1 - 2 * (pair & 1))
      let zeta = zetas[64 + pair / 2] &* sign
      let high = FieldArithmetic.multiply(left[index + 1], right[index + 1])
      sum[index] =
        sum[index] &+ FieldArithmetic.multiply(high, zeta)
        &+ FieldArithmetic.multiply(left[index], right[index])
      sum[index + 1] =
        sum[index + 1] &+ FieldArithmetic.multiply(left[index], right[index + 1])
        &+ FieldArithmetic.multiply(left[index + 1], right[index])
    }
  }

  /// Multiplies by 2¹⁶, which takes back the 2⁻¹⁶ of a product.
  static func enterMontgomery(_ values: inout MutableSpan<Int16>) {
    for index in 0..<256 {
      values[index] = FieldArithmetic.multiply(values[index], FieldArithmetic.montgomerySquared)
    }
  }

  /// Brings each value between -q/2 and q/2.
  static func reduce(_ values: inout MutableSpan<Int16>) {
    for index in 0..<256 { values[index] = FieldArithmetic.reduce(values[index]) }
  }
}
