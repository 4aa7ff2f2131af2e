#if !canImport(Darwin)

/// The size of a symmetric key; the interface of CryptoKit's type of the same name.
///
/// A value; safe to share between threads.
public struct SymmetricKeySize: Sendable {
  /// The size in bits.
  public let bitCount: Int

  /// 128 bits.
  public static var bits128: SymmetricKeySize { SymmetricKeySize(bitCount: 128) }
  /// 192 bits.
  public static var bits192: SymmetricKeySize { SymmetricKeySize(bitCount: 192) }
  /// 256 bits.
  public static var bits256: SymmetricKeySize { SymmetricKeySize(bitCount: 256) }

  /// Makes a size.
  ///
  /// - Parameter bitCount: A positive number of bits, a multiple of 8.
  public init(bitCount: Int) {
    // because CryptoKit's initialiser does not throw, and a size stands in source text, never in data
    precondition(
      bitCount > 0 && bitCount.isMultiple(of: 8), "the size of a key is a positive multiple of 8 bits")
    self.bitCount = bitCount
  }
}
#endif
