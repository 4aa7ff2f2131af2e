import Testing

@testable import OmamoriCrypto
@testable import OmamoriOpenSSL

/// The field of ML-KEM over all of its values, against plain integer arithmetic.
@Suite struct FieldArithmeticTests {
  @Test func reductionsOfEveryValue() {
    for value in Int16.min...Int16.max {
      let remainder = ((Int(value) % 3329) + 3329) % 3329
      let centred = Int(FieldArithmetic.reduce(value))
      #expect((centred - Int(value)) % 3329 == 0 && abs(centred) <= 1665, "\(value)")
      #expect(FieldArithmetic.canonical(value) == UInt64(remainder), "\(value)")
    }
  }

  @Test(arguments: [1, 4, 5, 10, 11]) func compressionOfEveryValue(bits: Int) {
    for value in 0..<3329 {
      let expected = Int((Double(value) * Double(1 << bits) / 3329).rounded()) % (1 << bits)
      #expect(FieldArithmetic.compress(Int16(value), bits: bits) == UInt64(expected), "\(value)")
      #expect(FieldArithmetic.compress(Int16(value - 3329), bits: bits) == UInt64(expected), "\(value)")
    }
    for value in 0..<(1 << bits) {
      let expected = (Double(value) * 3329 / Double(1 << bits)).rounded()
      let decompressed = FieldArithmetic.decompress(UInt64(value), bits: bits)
      #expect(decompressed == Int16(expected), "\(value)")
      #expect(FieldArithmetic.compress(decompressed, bits: bits) == UInt64(value))
    }
  }

  @Test func productsOfTheExtremes() {
    let inverse = (1..<3329).first { $0 * 65536 % 3329 == 1 } ?? 0
    for left in [Int16.min, -3329, -1665, -1, 0, 1, 1664, 3328, Int16.max] {
      for right in Int16(-3329)...3329 {
        let product = Int(FieldArithmetic.multiply(left, right))
        #expect((product - Int(left) * Int(right) * inverse) % 3329 == 0 && abs(product) <= 3329)
      }
    }
  }
}
