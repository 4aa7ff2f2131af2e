#if !canImport(Darwin)
public import OmamoriCore

/// A code that proves that data were written by somebody who has the key; the interface of CryptoKit's protocol.
///
/// Compared in constant time. A value; safe to share between threads.
public protocol MessageAuthenticationCode: Hashable, ContiguousBytes, CustomStringConvertible, Sequence,
  Sendable
where Element == UInt8 {
  /// The number of bytes.
  var byteCount: Int { get }
}

extension MessageAuthenticationCode {
  /// Goes over the bytes.
  public func makeIterator() -> Array<UInt8>.Iterator { bytes.makeIterator() }

  /// Says whether both have the same bytes, in a time that depends on their lengths only.
  public static func == (left: Self, right: Self) -> Bool { ConstantTime.equal(left.bytes, right.bytes) }

  /// Says whether `right` has the bytes of the code, in a time that depends on the lengths only.
  public static func == <D: DataProtocol>(left: Self, right: D) -> Bool {
    ConstantTime.equal(left.bytes, Array(right))
  }

  /// Says whether `right` does not have the bytes of the code, in a time that depends on the lengths only.
  public static func != <D: DataProtocol>(left: Self, right: D) -> Bool { !(left == right) }

  /// Hashes the bytes, for sets and dictionaries.
  public func hash(into hasher: inout Hasher) {
    // because the buffer is only read during the call
    unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }

  // because the buffer is only read during the call
  private var bytes: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }
}
#endif
