/// The bytes of a frame: length of the body (4), kind (1), sequence (8), body, CRC-32 of all of these (4).
///
/// The body of an encrypted frame is the ciphertext and the tag; that of a clear one its content and the tag.
enum FrameLayout {
  static let headByteCount = 13
  static let tagByteCount = 16
  static let checksumByteCount = 4
  static let timeByteCount = 8
  /// The most bytes of a body.
  static let maximumBody = timeByteCount + OpenedFrame.maximumPayload + tagByteCount
  /// The most bytes of a frame.
  static let maximumFrame = headByteCount + maximumBody + checksumByteCount

  /// What stands at a place of a segment.
  enum Scan: Equatable {
    /// A whole frame with a good checksum.
    case whole(kind: FrameKind, sequence: UInt64, byteCount: Int)
    /// The beginning of a frame, of which the rest was not written.
    case incomplete
    /// A frame with the right head, of which other bytes were changed.
    case damaged
    /// Something else.
    case malformed
  }

  /// Looks at what stands at the beginning of a buffer, which is not empty.
  ///
  /// - Parameters:
  ///   - buffer: Everything up to the end of the segment, or at least ``maximumFrame`` bytes of it.
  ///   - sequence: The sequence that the frame must have to be taken for an incomplete one.
  /// - Returns: What it is.
  static func scan(_ buffer: UnsafeRawBufferPointer, expecting sequence: UInt64) -> Scan {
    // because every offset is compared with the number of bytes before it is used
    guard buffer.count >= headByteCount else { return unsafe broken(buffer, expecting: sequence) }
    let body = unsafe Int(UInt32(bigEndian: buffer.loadUnaligned(as: UInt32.self)))
    let byteCount = headByteCount + body + checksumByteCount
    guard tagByteCount...maximumBody ~= body, let kind = unsafe FrameKind(rawValue: buffer[4]),
      kind.isClear || body >= tagByteCount + timeByteCount, buffer.count >= byteCount
    else { return unsafe broken(buffer, expecting: sequence) }
    let end = byteCount - checksumByteCount
    let stored = unsafe UInt32(bigEndian: buffer.loadUnaligned(fromByteOffset: end, as: UInt32.self))
    let covered = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<end])
    guard unsafe CRC32.checksum(covered) == stored else { return unsafe broken(buffer, expecting: sequence) }
    let found = unsafe UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 5, as: UInt64.self))
    return .whole(kind: kind, sequence: found, byteCount: byteCount)
  }

  /// Tells what a crash leaves from other damage.
  ///
  /// A file system may show the length of a write before its last bytes, which are zero then; so what counts as written
  /// ends with the last byte that is not.
  private static func broken(_ buffer: UnsafeRawBufferPointer, expecting sequence: UInt64) -> Scan {
    // because every offset is compared with the number of bytes before it is used
    let written = unsafe (buffer.lastIndex { $0 != 0 } ?? -1) + 1
    guard unsafe isBeginning(UnsafeRawBufferPointer(rebasing: buffer[..<written]), of: sequence) else {
      return .malformed
    }
    guard written >= headByteCount else { return .incomplete }
    let body = unsafe Int(UInt32(bigEndian: buffer.loadUnaligned(as: UInt32.self)))
    let end = headByteCount + body
    return buffer.count < end + checksumByteCount || written <= end ? .incomplete : .damaged
  }

  /// Says whether some bytes can be the beginning of a frame with this sequence.
  private static func isBeginning(_ buffer: UnsafeRawBufferPointer, of sequence: UInt64) -> Bool {
    // because every offset is compared with the number of bytes before it is used
    var (length, index) = (0, 0)
    while index < min(buffer.count, 4) {
      length |= unsafe Int(buffer[index]) << (24 - 8 * index)
      index += 1
    }
    guard length <= maximumBody, buffer.count <= 4 || length >= tagByteCount else { return false }
    if buffer.count >= 5, unsafe FrameKind(rawValue: buffer[4]) == nil { return false }
    index = 5
    while index < min(buffer.count, headByteCount) {
      guard unsafe buffer[index] == UInt8(truncatingIfNeeded: sequence >> UInt64(8 * (12 - index))) else {
        return false
      }
      index += 1
    }
    return true
  }
}
