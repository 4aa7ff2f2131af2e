package import CommandLineKit
package import OmamoriCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Reads a secret from a file or a descriptor into memory that is wiped.
package enum SecretInput {
  /// Reads a file to its end.
  ///
  /// - Parameters:
  ///   - path: The file, or `-` for standard input.
  ///   - limit: The most bytes.
  /// - Returns: The bytes.
  /// - Throws: ``CryptoFault`` when it cannot be read or has more bytes.
  package static func read(_ path: String, limit: Int) throws(CryptoFault) -> SecretBytes {
    guard path != "-" else { return try read(descriptor: 0, name: "-", limit: limit) }
    let file = try SystemFailure.rethrown(as: { CryptoFault.unreadable(path, $0.code) }) {
      () throws(SystemFailure) in try FileDescriptor(path.utf8, O_RDONLY)
    }
    return try read(file, name: path, limit: limit)
  }

  /// Reads an open file to its end; throws `tooLarge` when it has more bytes.
  package static func read(
    descriptor: Int32, name: String, limit: Int, tooLarge: CryptoFault? = nil
  ) throws(CryptoFault) -> SecretBytes {
    try read(FileDescriptor(descriptor, closing: false), name: name, limit: limit, tooLarge: tooLarge)
  }

  private static func read(
    _ file: borrowing FileDescriptor, name: String, limit: Int, tooLarge: CryptoFault? = nil
  ) throws(CryptoFault) -> SecretBytes {
    var room = SecretBytes(count: min(limit + 1, 1 << 14)) { _ in }
    var filled = 0
    while true {
      if filled == room.count {
        guard filled <= limit else { throw tooLarge ?? .tooLarge(name) }
        room = SecretBytes(count: min(limit + 1, filled * 4)) { [filled] larger in
          // because both buffers stay inside the closures, and the first is the smaller one
          unsafe larger.withUnsafeMutableBytes { target in
            unsafe room.bytes.withUnsafeBytes {
              unsafe target.copyMemory(from: .init(rebasing: $0[..<filled]))
            }
          }
        }
      }
      let result = room.withMutableBytes { bytes in
        // because the bytes stay inside the closure, and what is left of them is filled at most
        unsafe bytes.withUnsafeMutableBytes { bytes in
          Result { () throws(SystemFailure) in
            try unsafe file.readNext(into: .init(rebasing: bytes[filled...]))
          }
        }
      }
      let count = try SystemFailure.rethrown(as: { CryptoFault.unreadable(name, $0.code) }) {
        () throws(SystemFailure) in try result.get()
      }
      guard count > 0 else { return SecretBytes(copying: room.bytes.extracting(0..<filled)) }
      filled += count
    }
  }
}

extension Arguments {
  /// Warns of a file with a secret that other users of the machine can read.
  package func warnIfOthersCanRead(_ path: String) {
    guard let status = FileStatus(at: path), status.kind == .file, status.permissions & 0o077 != 0 else {
      return
    }
    let name = Printable.quote(path)
    warn(
      HelpText("\(name) can be read by other users", ja: "\(name) は他のユーザーも読み込めます"),
      hint: HelpText("run 'chmod 600' on it", ja: "'chmod 600' を実行してください"))
  }
}
