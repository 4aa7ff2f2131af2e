import OmamoriCore
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What the system says of a file at one moment: enough to see later that it is another or was written to.
struct FileSnapshot: Sendable, Equatable {
  /// What kind of file it is.
  enum Kind: Sendable {
    /// A file with a size, readable at any place.
    case regular
    /// A folder.
    case folder
    /// A symbolic link, where it was not followed.
    case link
    /// A pipe, a terminal, a socket, a device.
    case stream
  }

  /// What kind of file it is.
  let kind: Kind
  /// Its size in bytes; of no meaning for streams.
  let size: UInt64
  /// Its permissions with the special bits.
  let mode: mode_t
  /// Its owner and group.
  let (owner, group): (uid_t, gid_t)
  /// Its place: file system and number.
  let (device, number): (UInt64, UInt64)
  /// When its contents last changed.
  let (seconds, nanoseconds): (Int, Int)

  /// Whether both are the same file.
  func isSameFile(as other: FileSnapshot) -> Bool {
    kind == other.kind && device == other.device && number == other.number
  }

  /// Whether both are the same file with, as far as the system knows, the same contents.
  func isUnchanged(from other: FileSnapshot) -> Bool {
    isSameFile(as: other) && size == other.size && seconds == other.seconds
      && nanoseconds == other.nanoseconds
  }

  /// Takes over what a call to `stat` filled in.
  init(_ information: stat) {
    kind =
      switch information.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .stream
      }
    size = UInt64(max(0, information.st_size))
    mode = information.st_mode & 0o7777
    (owner, group) = (information.st_uid, information.st_gid)
    device = UInt64(truncatingIfNeeded: information.st_dev)
    number = UInt64(truncatingIfNeeded: information.st_ino)
    #if canImport(Darwin)
    let time = information.st_mtimespec
    #else
    let time = information.st_mtim
    #endif
    (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
  }
}

extension FileSnapshot {
  /// Looks at a path.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - followsLink: Whether a symbolic link at its end is followed.
  ///   - operation: What the error says was tried.
  /// - Returns: What is there; `nil` for nothing.
  /// - Throws: `CryptoError.file(_:code:)`.
  static func of(
    _ path: String,
    followsLink: Bool,
    for operation: FileOperation
  ) throws(CryptoError) -> FileSnapshot? {
    // A zero byte would end the name early, and another file would be meant.
    guard !path.utf8.contains(0) else { throw .file(operation, code: EINVAL) }
    var information = stat()
    // because each call fills exactly one structure, which outlives it
    let result = followsLink ? unsafe stat(path, &information) : unsafe lstat(path, &information)
    if result == 0 { return FileSnapshot(information) }
    guard errno == ENOENT else { throw .file(operation, code: errno) }
    return nil
  }
}
