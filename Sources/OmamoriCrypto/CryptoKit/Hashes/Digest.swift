#if !canImport(Darwin)
public import OmamoriCore

/// A hash value; the interface of CryptoKit's protocol of the same name.
///
/// Compared in constant time. A value; safe to share between threads.
public protocol Digest: Hashable, ContiguousBytes, CustomStringConvertible, Sequence, Sendable
where Element == UInt8 {
  /// The number of bytes of every value of this type.
  static var byteCount: Int { get }
}

extension Digest {
  /// Goes over the bytes.
  public func makeIterator() -> Array<UInt8>.Iterator { bytes.makeIterator() }

  /// Says whether both have the same bytes, in constant time.
  public static func == (left: Self, right: Self) -> Bool { ConstantTime.equal(left.bytes, right.bytes) }

  /// Says whether `right` has the bytes of the digest, in a time that depends on its length only.
  public static func == <D: DataProtocol>(left: Self, right: D) -> Bool {
    ConstantTime.equal(left.bytes, Array(right))
  }

  /// Says whether `right` does not have the bytes of the digest, in a time that depends on its length only.
  public static func != <D: DataProtocol>(left: Self, right: D) -> Bool { !(left == right) }

  /// Hashes the bytes, for sets and dictionaries.
  public func hash(into hasher: inout Hasher) {
    // because the buffer is only read during the call
    unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }

  /// The name of the function and the bytes in hexadecimal, such as `SHA256 digest: 9f86…`.
  public var description: String { "\(Self.functionName) digest: \(Hexadecimal.text(of: bytes))" }

  /// `SHA256` for `SHA256Digest`.
  static var functionName: Substring {
    let name = "\(Self.self)"
    return name.hasSuffix("Digest") ? name.dropLast("Digest".count) : name[...]
  }

  // because the buffer is only read during the call
  private var bytes: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }
}
#endif
