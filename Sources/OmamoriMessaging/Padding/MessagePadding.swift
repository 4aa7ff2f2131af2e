import OmamoriCore

/// Hides the length of a message: each is filled up to one of a few lengths.
///
/// ISO/IEC 7816-4: a byte 0x80 and zeros. The lengths are 160 bytes, then multiples of 32 bytes, and from 512 bytes on
/// multiples of a sixteenth of the power of two below, so that such a message costs at most a sixteenth more.
enum MessagePadding {
  /// The length of the shortest padded message in bytes.
  static let smallestBucket = 160

  private static let marker: UInt8 = 0x80

  /// The length of a padded message.
  ///
  /// - Parameter byteCount: The length of the message in bytes.
  /// - Returns: The bucket, greater than the length.
  static func bucket(for byteCount: Int) -> Int {
    let needed = byteCount + 1
    guard needed > smallestBucket else { return smallestBucket }
    let power = 1 << (Int.bitWidth - 1 - needed.leadingZeroBitCount)
    let step = max(power / 16, 32)
    return (needed + step - 1) / step * step
  }

  /// Fills a message up.
  static func pad(_ message: [UInt8]) -> [UInt8] {
    var padded: [UInt8] = []
    let count = bucket(for: message.count)
    padded.reserveCapacity(count)
    padded.append(contentsOf: message)
    padded.append(marker)
    padded.append(contentsOf: repeatElement(0, count: count - padded.count))
    return padded
  }

  /// Takes the filling away, looking at every byte whatever they are.
  ///
  /// - Parameter padded: What ``pad(_:)`` gave.
  /// - Returns: The message.
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/malformed`` for another filling or length.
  static func unpad(_ padded: [UInt8]) throws(MessagingError) -> [UInt8] {
    var (end, isOpen, isMarked): (UInt64, UInt64, UInt64) = (0, 1, 0)
    for index in padded.indices.reversed() {
      let byte = UInt64(padded[index])
      // 1 for the byte that ends the zeros, the last one that is not zero
      let isEnd = isOpen & ((byte &+ 0xFF) >> 8)
      let isMarker = isEnd & (((byte ^ UInt64(marker)) &- 1) >> 63)
      end |= UInt64(index) & (0 &- isEnd)
      isMarked |= isMarker
      isOpen &= 1 ^ isEnd
    }
    guard isMarked == 1, bucket(for: Int(end)) == padded.count else { throw .message(.malformed) }
    return Array(padded[..<Int(end)])
  }
}
