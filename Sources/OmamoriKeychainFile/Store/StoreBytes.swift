import Glibc
import OmamoriCore
import OmamoriKeychain

// Numbers in the formats of the store are big-endian.

extension RawSpan {
  /// The number in eight bytes; bytes beyond the end count as zero.
  func word(at offset: Int) -> UInt64 {
    guard offset >= 0, offset <= byteCount - 8 else { return 0 }
    // because the eight bytes lie within the span
    return UInt64(bigEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The number in four bytes; bytes beyond the end count as zero.
  func halfWord(at offset: Int) -> UInt32 {
    guard offset >= 0, offset <= byteCount - 4 else { return 0 }
    // because the four bytes lie within the span
    return UInt32(bigEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// A byte; one beyond the end counts as zero.
  func byte(at offset: Int) -> UInt8 {
    guard offset >= 0, offset < byteCount else { return 0 }
    return unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)  // because it lies within the span
  }

  /// Says whether both have the same bytes, which are no secret: how long it takes shows where they differ.
  func hasSameBytes(as other: RawSpan) -> Bool {
    guard byteCount == other.byteCount else { return false }
    // because both buffers are as long as the first one says
    return unsafe withUnsafeBytes { left in
      unsafe other.withUnsafeBytes { right in
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return unsafe memcmp(first, second, left.count) == 0
      }
    }
  }

  /// A copy of the bytes.
  var data: Data {
    unsafe withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return Data() }
      return unsafe Data(bytes: start, count: bytes.count)  // because the bytes are copied during the call
    }
  }

  /// A copy of the bytes.
  var array: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }  // because the buffer is only read
}

extension [UInt8] {
  /// Adds a number of eight bytes.
  mutating func append(word: UInt64) {
    // because the bytes of the number are only read
    unsafe Swift.withUnsafeBytes(of: word.bigEndian) { unsafe append(contentsOf: $0) }
  }

  /// Adds a number of four bytes.
  mutating func append(halfWord: UInt32) {
    // because the bytes of the number are only read
    unsafe Swift.withUnsafeBytes(of: halfWord.bigEndian) { unsafe append(contentsOf: $0) }
  }

  /// Adds bytes.
  mutating func append(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0) }  // because the buffer is only read
  }

  /// Writes zeros over the bytes, which nobody else may hold.
  mutating func wipe() {
    unsafe withUnsafeMutableBytes { unsafe $0.wipe() }  // because nothing is kept of the buffer
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Writes zeros over the bytes in a way that the optimiser cannot leave out.
  func wipe() {
    guard let start = baseAddress else { return }
    unsafe explicit_bzero(start, count)  // because the buffer says how long it is
  }
}
