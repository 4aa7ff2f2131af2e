/// A binary file or a part of it: numbers in either byte order, never read beyond the end.
///
/// Positions count from the beginning of the part. Parts share the memory of the whole.
package struct BinaryBytes: Sendable {
  private let storage: [UInt8]
  private let start: Int
  /// The length in bytes.
  package let count: Int
  /// Whether numbers have their most significant byte first.
  package let isBigEndian: Bool

  /// Makes the whole of `bytes`.
  package init(_ bytes: [UInt8], isBigEndian: Bool = false) {
    (storage, start, count, self.isBigEndian) = (bytes, 0, bytes.count, isBigEndian)
  }

  private init(_ storage: [UInt8], _ start: Int, _ count: Int, _ isBigEndian: Bool) {
    (self.storage, self.start, self.count, self.isBigEndian) = (storage, start, count, isBigEndian)
  }

  /// The same bytes with numbers in the other order.
  package func reading(bigEndian: Bool) -> BinaryBytes { BinaryBytes(storage, start, count, bigEndian) }

  /// The part of `length` bytes from `offset` on, or `nil` when it is not all there.
  package func part(at offset: Int, count length: Int) -> BinaryBytes? {
    guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
    return BinaryBytes(storage, start + offset, length, isBigEndian)
  }

  /// The bytes as an array that shares nothing.
  package var array: [UInt8] { Array(slice) }

  /// The bytes in place.
  package var slice: ArraySlice<UInt8> { storage[start..<start + count] }

  /// One byte.
  package func byte(at offset: Int) -> UInt8? {
    guard offset >= 0, offset < count else { return nil }
    return storage[start + offset]
  }

  /// Two bytes as a number.
  func half(at offset: Int) -> UInt16? { number(at: offset, 2).map { UInt16(truncatingIfNeeded: $0) } }

  /// Four bytes as a number.
  package func word(at offset: Int) -> UInt32? {
    number(at: offset, 4).map { UInt32(truncatingIfNeeded: $0) }
  }

  /// Eight bytes as a number.
  func long(at offset: Int) -> UInt64? { number(at: offset, 8) }

  /// Four bytes as a length or position.
  package func size(at offset: Int) -> Int? { word(at: offset).map { Int($0) } }

  /// The text from `offset` to the next zero or the end, `nil` when it is longer than `limit` or begins outside.
  ///
  /// Bytes that are no UTF-8 become replacement characters.
  package func text(at offset: Int, limit: Int = 4096) -> String? {
    guard offset >= 0, offset < count else { return nil }
    let rest = slice.dropFirst(offset).prefix(limit)
    guard let end = rest.firstIndex(of: 0) else {
      return rest.count < limit ? String(decoding: rest, as: UTF8.self) : nil
    }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// The text in a field of fixed length that is filled up with zeros.
  package func text(inField offset: Int, count length: Int) -> String? {
    part(at: offset, count: length).map { String(decoding: $0.slice.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private func number(at offset: Int, _ width: Int) -> UInt64? {
    guard offset >= 0, offset <= count - width else { return nil }
    var value: UInt64 = 0
    for index in 0..<width {
      let byte = UInt64(storage[start + offset + (isBigEndian ? index : width - 1 - index)])
      value = value << 8 | byte
    }
    return value
  }
}
