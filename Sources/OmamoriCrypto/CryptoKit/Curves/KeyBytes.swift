#if !canImport(Darwin)
import OmamoriCore

// Doors between CryptoKit's generic signatures and the concrete code behind them.

extension ContiguousBytes {
  /// A copy of the bytes, for public ones.
  var byteArray: [UInt8] {
    unsafe withUnsafeBytes { unsafe Array($0) }  // because the copy is made before the closure returns
  }

  /// Calls `body` with the bytes, for secret ones: nothing is copied.
  func withKeySpan<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    try unsafe withUnsafeBytes { try unsafe body($0.bytes) }  // because the span cannot leave the closure
  }
}

extension SharedSecretBytes {
  /// A copy of the bytes that nobody wipes, for representations that a caller asked for.
  var dataCopy: Data {
    // because the copy is made before the closure returns
    withBytes { span in unsafe span.withUnsafeBytes { unsafe Data($0) } }
  }
}

extension CryptoKitError {
  /// Runs `body` and throws what CryptoKit throws in place of this module's error.
  static func translating<Result>(
    _ body: () throws(CryptoError) -> Result
  ) throws(CryptoKitError) -> Result {
    do {
      return try body()
    } catch {
      throw CryptoKitError(error)
    }
  }
}
#endif
