#if !canImport(Darwin)
import OmamoriCore

/// Polynomials of 256 coefficients each, in memory that is locked and wiped.
struct PolynomialVector: ~Copyable {
  /// The number of bytes of a polynomial.
  private static let stride = 256 * MemoryLayout<Int16>.size

  let count: Int
  private var storage: SecretBytes

  /// Makes polynomials with coefficients of zero.
  init(count: Int) {
    self.count = count
    storage = SecretBytes(count: count * Self.stride) { _ in }
  }

  /// Calls `body` with the coefficients of a polynomial to change them.
  mutating func update(_ index: Int, _ body: (inout MutableSpan<Int16>) -> Void) {
    let offset = index * Self.stride
    storage.withMutableBytes { bytes in
      // because the buffer stays inside the closure
      unsafe bytes.withUnsafeMutableBytes { buffer in
        // because slicing checks the bounds
        let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[offset..<(offset + Self.stride)])
        // because the memory is aligned to 16 bytes and holds nothing but Int16
        var coefficients = unsafe part.bindMemory(to: Int16.self).mutableSpan
        body(&coefficients)
      }
    }
  }

  /// Calls `body` with the coefficients of a polynomial.
  func read(_ index: Int, _ body: (Span<Int16>) -> Void) {
    let offset = index * Self.stride
    // because the buffer stays inside the closure
    unsafe storage.bytes.withUnsafeBytes { buffer in
      // because slicing checks the bounds
      let part = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset..<(offset + Self.stride)])
      // because the memory is aligned to 16 bytes and holds nothing but Int16
      body(unsafe part.bindMemory(to: Int16.self).span)
    }
  }

  /// Sets all coefficients of a polynomial to zero.
  mutating func clear(_ index: Int) {
    update(index) { values in
      for position in 0..<256 { values[position] = 0 }
    }
  }

  /// Transforms a polynomial.
  mutating func transform(_ index: Int) { update(index) { NumberTheoreticTransform.forward(&$0) } }

  /// Adds a polynomial of another vector and brings the values between -q/2 and q/2.
  mutating func add(_ other: borrowing PolynomialVector, _ otherIndex: Int, to index: Int) {
    other.read(otherIndex) { terms in
      update(index) { values in
        for position in 0..<256 {
          values[position] = FieldArithmetic.reduce(values[position] &+ terms[position])
        }
      }
    }
  }

  /// Adds the product of two transformed polynomials, times 2⁻¹⁶; at most four may be added to zeros.
  mutating func addProduct(
    of left: borrowing PolynomialVector,
    _ leftIndex: Int,
    _ right: borrowing PolynomialVector,
    _ rightIndex: Int,
    to index: Int
  ) {
    left.read(leftIndex) { left in
      right.read(rightIndex) { right in
        update(index) { NumberTheoreticTransform.addProduct(of: left, right, to: &$0) }
      }
    }
  }
}
#endif
