import CommandLineKit
import OmamoriCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A file that is read as a whole and is no secret.
package enum SmallFile {
  /// Reads a file to its end.
  ///
  /// - Parameters:
  ///   - path: The file, or `-` for standard input.
  ///   - limit: The most bytes.
  /// - Returns: The bytes.
  /// - Throws: ``CryptoFault`` when it cannot be read or has more bytes.
  package static func read(_ path: String, limit: Int) throws(CryptoFault) -> [UInt8] {
    guard path != "-" else { return try read(descriptor: 0, name: "-", limit: limit) }
    // because the name is a string that outlives the call
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path, errno) }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, name: path, limit: limit)
  }

  /// Reads a file to its end that must not be a pipe, a socket or a device, which may never end or never begin.
  ///
  /// - Parameters:
  ///   - path: The file, or `-` for standard input.
  ///   - limit: The most bytes.
  /// - Returns: The bytes.
  /// - Throws: ``CryptoFault`` when it is something else than a file, and as ``read(_:limit:)`` does.
  package static func readPlain(_ path: String, limit: Int) throws -> [UInt8] {
    guard path != "-" else { return try read(path, limit: limit) }
    let descriptor = try openPlain(path)
    defer { close(descriptor) }
    return try read(descriptor: descriptor, name: path, limit: limit)
  }

  /// The first bytes of a file, at most `count`.
  package static func start(of path: String, count: Int) throws -> [UInt8] {
    let descriptor = try openPlain(path)
    defer { close(descriptor) }
    var room = [UInt8](repeating: 0, count: count)
    // because the call fills at most the room that the array has
    let filled = unsafe room.withUnsafeMutableBytes { unsafe systemRead(descriptor, $0) }
    guard filled >= 0 else { throw CryptoFault.unreadable(path, errno) }
    return Array(room[..<filled])
  }

  /// Opens a file without waiting for anybody; what the name stands for may change until it is open.
  private static func openPlain(_ path: String) throws -> Int32 {
    if FileStatus(at: path)?.kind == .other { throw CryptoFault.notAFile(path) }
    // because the name is a string that outlives the call
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw CryptoFault.unreadable(path, errno) }
    if FileStatus(descriptor: descriptor)?.kind == .other {
      close(descriptor)
      throw CryptoFault.notAFile(path)
    }
    return descriptor
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

extension CryptoFault {
  /// A name that stands for a pipe, a socket or a device where a file has to be.
  static func notAFile(_ path: String) -> CryptoFault {
    let quoted = Printable.quote(path)
    return .usage(
      HelpText(
        "\(quoted) is a pipe, socket or device, and a file is needed",
        ja: "\(quoted) はパイプ、ソケット、またはデバイスです。ファイルが必要です"),
      hint: HelpText(
        "give the name of a file, or - to read standard input", ja: "ファイル名を指定するか、- で標準入力から読み込んでください"))
  }
}
