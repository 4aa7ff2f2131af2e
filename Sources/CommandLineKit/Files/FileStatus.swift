#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// What the system says about a file.
package struct FileStatus: Sendable, Equatable {
  /// What a name stands for.
  package enum Kind: Sendable, Equatable {
    case file, folder
    /// A terminal, a device, a pipe, a socket, or a symbolic link that was not followed.
    case other
  }

  /// What it is.
  package let kind: Kind
  /// The number of bytes of a file.
  package let size: Int
  /// The permissions, such as `0o600`.
  package let permissions: UInt16
  /// The number of its owner.
  package let owner: UInt32
  /// The device and the number of the file on it, which no other file has at the same time.
  package let identity: [UInt64]

  /// Asks for the file with a name; symbolic links are followed.
  ///
  /// - Returns: The answer, or the `errno` value.
  package static func of(_ path: String) -> Result<FileStatus, Failure> {
    var status = stat()
    // because stat fills exactly one structure, which outlives the call
    return unsafe stat(path, &status) == 0 ? .success(FileStatus(status)) : .failure(Failure(code: errno))
  }

  /// Asks for the file with a name, or for the symbolic link with that name; `nil` when there is none.
  package init?(linkOrFileAt path: String) {
    var status = stat()
    // because lstat fills exactly one structure, which outlives the call
    guard unsafe lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Asks for an open file; `nil` when the descriptor is not open.
  package init?(descriptor: Int32) {
    var status = stat()
    // because fstat fills exactly one structure, which outlives the call
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file at `path`, or `nil` when there is none.
  package init?(at path: String) {
    guard case .success(let status) = Self.of(path) else { return nil }
    self = status
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    size = Int(status.st_size)
    (permissions, owner) = (UInt16(status.st_mode & 0o7777), status.st_uid)
    identity = [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
  }

  /// Why the system did not answer.
  package struct Failure: Error, Equatable {
    /// The `errno` value.
    package let code: Int32
  }
}
