/// The sizes that attachments are filled up to, so that a server learns little of their length.
///
/// 4 KiB, then multiples of a sixteenth of the power of two below: at most a sixteenth more than the file.
enum AttachmentBucket {
  /// The greatest size of a file in bytes: 64 GiB.
  static let greatestLength: UInt64 = 64 << 30
  /// The smallest size that is stored in bytes.
  static let smallest: UInt64 = 4096

  /// The size for a file of `length` bytes and the byte that ends it.
  ///
  /// - Parameter length: The size of the file, at most ``greatestLength``.
  /// - Returns: The size.
  static func size(for length: UInt64) -> UInt64 {
    guard length >= smallest else { return smallest }
    let power = UInt64(1) << UInt64(UInt64.bitWidth - 1 - (length + 1).leadingZeroBitCount)
    let step = power / 16
    return (length + step) / step * step
  }
}
