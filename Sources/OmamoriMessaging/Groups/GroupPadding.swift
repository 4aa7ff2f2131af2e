/// Hides the length of a text: it is filled up to the end of a bucket.
///
/// The text, the byte 0x80, and zeros: to a multiple of 64 bytes up to 1 KiB, and of an eighth of the next power of two
/// above.
enum GroupPadding {
  /// The size after padding of a text of `count` bytes.
  static func paddedCount(_ count: Int) -> Int {
    let least = count + 1
    guard least > 1024 else { return (least + 63) / 64 * 64 }
    let power = 1 << (Int.bitWidth - (least - 1).leadingZeroBitCount)
    let step = power / 8
    return (least + step - 1) / step * step
  }

  /// The text with its padding.
  static func pad(_ text: [UInt8]) -> [UInt8] {
    let count = paddedCount(text.count)
    return text + [0x80] + [UInt8](repeating: 0, count: count - text.count - 1)
  }

  /// The text without its padding.
  ///
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/malformed``.
  static func unpad(_ padded: [UInt8]) throws(MessagingError) -> [UInt8] {
    guard let end = padded.lastIndex(where: { $0 != 0 }), padded[end] == 0x80,
      paddedCount(end) == padded.count
    else { throw .message(.malformed) }
    return Array(padded[..<end])
  }
}
