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
    try reading(path) { () throws(SystemFailure) in
      try (path == "-" ? standardInput : FileDescriptor(path.utf8, O_RDONLY)).readToEnd(limit: limit)
    }
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
    let file = try openPlain(path)
    return try reading(path) { () throws(SystemFailure) in try file.readToEnd(limit: limit) }
  }

  /// Reads a file as ``readPlain(_:limit:)`` does; a missing file is an error of usage.
  package static func readNamed(_ path: String, limit: Int) throws -> [UInt8] {
    if path != "-", case .failure(let failure) = FileStatus.of(path), failure.code == ENOENT {
      throw CryptoFault.usage(
        .unreadable(path, ENOENT), hint: HelpText("check the name", ja: "ファイル名を確認してください"))
    }
    return try readPlain(path, limit: limit)
  }

  /// The first bytes of a file, at most `count`.
  package static func start(of path: String, count: Int) throws -> [UInt8] {
    let file = try openPlain(path)
    return try reading(path) { () throws(SystemFailure) in try file.read(count) }
  }

  /// Opens a file without waiting for anybody; what the name stands for may change until it is open.
  private static func openPlain(_ path: String) throws -> FileDescriptor {
    if FileStatus(at: path)?.kind == .other { throw CryptoFault.notAFile(path) }
    let file = try reading(path) { () throws(SystemFailure) in
      try FileDescriptor(path.utf8, O_RDONLY | O_NONBLOCK)
    }
    if FileStatus(descriptor: file.number)?.kind == .other { throw CryptoFault.notAFile(path) }
    return file
  }

  private static var standardInput: FileDescriptor { FileDescriptor(0, closing: false) }

  private static func reading<Value: ~Copyable>(
    _ name: String, _ body: () throws(SystemFailure) -> Value
  ) throws(CryptoFault) -> Value {
    try SystemFailure.rethrown(
      as: { $0.code == EFBIG ? CryptoFault.tooLarge(name) : .unreadable(name, $0.code) }, body)
  }
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
