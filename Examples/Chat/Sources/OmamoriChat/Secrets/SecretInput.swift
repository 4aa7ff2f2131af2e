import Glibc
import OmamoriCore

/// Reads a secret from a descriptor into memory that is wiped.
enum SecretInput {
  /// Reads a descriptor to its end, or a line of it.
  ///
  /// - Parameters:
  ///   - file: The descriptor; it stays open.
  ///   - limit: The most bytes.
  ///   - isLine: Whether a line feed ends it, which is not part of it then.
  ///   - isReady: Whether something can be read without waiting; throws when nobody waits for it any more.
  /// - Returns: The bytes; `nil` when there were none, or more than `limit`.
  /// - Throws: ``ChatFault`` when nothing can be read, and what `isReady` throws.
  static func read(
    _ file: Int32, limit: Int, untilLineFeed isLine: Bool, isReady: () throws -> Bool = { true }
  ) throws -> SecretBytes? {
    var room = SecretBytes(count: limit + 1) { _ in }
    var filled = 0
    while filled <= limit {
      guard try isReady() else { continue }
      let count = room.withMutableBytes { bytes in
        // because the bytes stay inside the closure, and read fills what is left of them at most
        unsafe bytes.withUnsafeMutableBytes {
          unsafe systemRead(file, $0.baseAddress, $0.count, from: filled)
        }
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw ChatFault.unreadable("-", errno) }
      filled += count
      let hasLine = isLine && filled > 0 && room.byte(at: filled - 1) == UInt8(ascii: "\n")
      if count == 0, filled == 0 { return nil }
      if count == 0 || hasLine {
        return SecretBytes(copying: room.bytes.extracting(0..<(hasLine ? filled - 1 : filled)))
      }
    }
    return nil
  }
}

private func systemRead(_ file: Int32, _ room: UnsafeMutableRawPointer?, _ count: Int, from start: Int) -> Int
{
  // because the caller's room has `count` bytes, of which `start` are filled
  unsafe read(file, room?.advanced(by: start), count - start)
}

extension SecretBytes {
  /// One of the bytes.
  func byte(at index: Int) -> UInt8 {
    // because the caller's index lies within the bytes
    unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
  }
}
