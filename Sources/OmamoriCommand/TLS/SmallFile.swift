import CommandLineKit
import OmamoriCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A file that is read as a whole and is no secret.
enum SmallFile {
  /// Reads a file to its end.
  ///
  /// - Parameters:
  ///   - path: The file, or `-` for standard input.
  ///   - limit: The most bytes.
  /// - Returns: The bytes.
  /// - Throws: ``CryptoFault`` when it cannot be read or has more bytes.
  static func read(_ path: String, limit: Int) throws(CryptoFault) -> [UInt8] {
    guard path != "-" else { return try read(descriptor: 0, name: "-", limit: limit) }
    // because the name is a string that outlives the call
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path, errno) }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, name: path, limit: limit)
  }

  private static func read(
    descriptor: Int32, name: String, limit: Int
  ) throws(CryptoFault) -> [UInt8] {
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // because the call fills at most the room that the array has
      let count = unsafe room.withUnsafeMutableBytes { unsafe systemRead(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(name, errno) }
      guard count > 0 else { return bytes }
      bytes += room[..<count]
      guard bytes.count <= limit else { throw .tooLarge(name) }
    }
  }
}

private func systemRead(_ file: Int32, _ room: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(file, room.baseAddress, room.count)  // because the caller's room has that many bytes
}
