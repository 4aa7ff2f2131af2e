import OmamoriCore
import OmamoriCrypto

/// A value of SHA-256: a leaf, a node or the root of the tree of a log.
///
/// Not secret.
public struct LogHash: Sendable, Hashable {
  /// The number of bytes: 32.
  public static let byteCount = 32
  /// Thirty-two zero bytes, which stand where a log has nothing before.
  public static let zero = LogHash(0, 0, 0, 0)

  // Words instead of an array, so that a node costs no allocation.
  private let first, second, third, fourth: UInt64

  private init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
    (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
  }

  /// Takes over 32 bytes.
  ///
  /// - Parameter bytes: The bytes; `nil` comes back for another number of them.
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    let copy = Array(bytes)
    // because the array has 32 bytes
    self = unsafe copy.withUnsafeBytes { unsafe LogHash(loading: $0, at: 0) }
  }

  /// Takes over the 32 bytes that stand at an offset; the caller makes sure that they are there.
  init(loading buffer: UnsafeRawBufferPointer, at offset: Int) {
    // because the caller leaves 32 bytes at the offset
    unsafe first = buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    unsafe second = buffer.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
    unsafe third = buffer.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self)
    unsafe fourth = buffer.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self)
  }

  /// The hash value of bytes that stand in a buffer.
  init(hashing buffer: UnsafeRawBufferPointer) {
    // because the buffer is only read during the call, and a digest has 32 bytes
    let digest = unsafe SHA256.hash(bufferPointer: buffer)
    self = unsafe digest.withUnsafeBytes { unsafe LogHash(loading: $0, at: 0) }
  }

  /// The hash value of some bytes.
  init(hashing bytes: [UInt8]) {
    // because the buffer is only read during the call
    self = unsafe bytes.withUnsafeBytes { unsafe LogHash(hashing: $0) }
  }

  /// The node above two others: SHA-256 of `01` and both (RFC 6962, section 2.1).
  static func node(_ left: LogHash, _ right: LogHash) -> LogHash {
    // because the buffer has room for a byte and two hash values
    unsafe withUnsafeTemporaryAllocation(byteCount: 1 + 2 * byteCount, alignment: 8) { buffer in
      unsafe buffer[0] = 1
      unsafe left.store(in: buffer, at: 1)
      unsafe right.store(in: buffer, at: 1 + byteCount)
      return unsafe LogHash(hashing: UnsafeRawBufferPointer(buffer))
    }
  }

  /// The leaf of an entry: SHA-256 of `00` and the entry (RFC 6962, section 2.1).
  static func leaf(_ entry: [UInt8]) -> LogHash { LogHash(hashing: [0] + entry) }

  /// Writes the 32 bytes to an offset; the caller makes sure that there is room.
  func store(in buffer: UnsafeMutableRawBufferPointer, at offset: Int) {
    // because the caller leaves room for 32 bytes at the offset
    unsafe buffer.storeBytes(of: first, toByteOffset: offset, as: UInt64.self)
    unsafe buffer.storeBytes(of: second, toByteOffset: offset + 8, as: UInt64.self)
    unsafe buffer.storeBytes(of: third, toByteOffset: offset + 16, as: UInt64.self)
    unsafe buffer.storeBytes(of: fourth, toByteOffset: offset + 24, as: UInt64.self)
  }

  /// The 32 bytes.
  public var bytes: [UInt8] {
    // because the array has room for 32 bytes, all of which are written
    unsafe [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
      unsafe store(in: UnsafeMutableRawBufferPointer(buffer), at: 0)
      count = Self.byteCount
    }
  }
}

extension LogHash: CustomStringConvertible {
  /// The bytes in Base64, as a checkpoint shows them.
  public var description: String { Data(bytes).base64EncodedString() }
}

#if canImport(Darwin)
extension SHA256 {
  /// The hash value of bytes that stand in a buffer; CryptoKit takes a buffer only in steps.
  static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA256Digest {
    var function = Self()
    // because the buffer is only read during the call
    unsafe function.update(bufferPointer: bufferPointer)
    return function.finalize()
  }
}
#endif
