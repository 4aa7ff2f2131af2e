#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What the system says of a file at one moment: enough to see later that it is another one or was written to.
package struct FileStatus: Sendable, Hashable {
  /// What a name stands for.
  package enum Kind: Sendable {
    /// A regular file: it has a size and can be read at any place.
    case file
    case folder
    /// A symbolic link that was not followed.
    case link
    /// A terminal, a device, a pipe or a socket.
    case other
  }

  /// Names one file for as long as it exists.
  package struct Identity: Sendable, Hashable {
    /// The device that the file is on.
    package let device: UInt64
    /// Its number there.
    package let number: UInt64
  }

  /// What it is.
  package let kind: Kind
  /// Whether it is a pipe or a socket, where a writer may have to wait for a reader.
  package let isPipe: Bool
  /// The number of bytes of a file; never negative.
  package let size: Int
  /// How much room it takes on the disk, in blocks of 512 bytes.
  package let blocks: Int
  /// The permissions with the special bits, such as `0o600`.
  package let permissions: UInt16
  /// The numbers of its owner and its group.
  package let owner, group: UInt32
  /// How many names it has.
  package let names: UInt64
  /// Which file it is.
  package let identity: Identity
  /// When its content last changed: seconds since 1970, and nanoseconds.
  package let seconds, nanoseconds: Int

  /// Whether the caller owns it and nobody else may read, write or enter it.
  package var isPrivate: Bool { isOwn && permissions & 0o077 == 0 }

  /// Whether the user that this process acts for owns it.
  package var isOwn: Bool { owner == geteuid() }

  /// Whether both are the same file with, as far as the system knows, the same content.
  package func isUnchanged(from other: FileStatus) -> Bool {
    kind == other.kind && identity == other.identity && size == other.size && seconds == other.seconds
      && nanoseconds == other.nanoseconds
  }

  /// Asks for what a path stands for.
  ///
  /// - Parameters:
  ///   - path: The path; one with a zero byte is refused, since it would end there.
  ///   - followsLink: Whether a symbolic link at the end of the path is followed.
  /// - Returns: The answer or the refusal, `ENOENT` for nothing.
  package static func of(_ path: String, followsLink: Bool = true) -> Result<FileStatus, SystemFailure> {
    guard !path.utf8.contains(0) else { return .failure(SystemFailure(code: EINVAL)) }
    var raw = stat()
    // because each call fills exactly one structure, which outlives it
    let code = followsLink ? unsafe stat(path, &raw) : unsafe lstat(path, &raw)
    return code == 0 ? .success(FileStatus(raw)) : .failure(.latest)
  }

  /// Asks for an entry of a folder; a symbolic link is not followed.
  ///
  /// - Throws: The refusal, `ENOENT` for nothing.
  package static func of(
    _ name: some Collection<UInt8>, in folder: borrowing FileDescriptor
  ) throws(SystemFailure) -> FileStatus {
    let path = try FileDescriptor.terminated(name)
    var raw = stat()
    // because the name ends with a zero and the structure outlives the call
    guard unsafe fstatat(folder.number, path, &raw, AT_SYMLINK_NOFOLLOW) == 0 else { throw .latest }
    return FileStatus(raw)
  }

  /// Asks for what a path stands for, following links; `nil` when nothing can be known of it.
  package init?(at path: String) {
    guard case .success(let status) = Self.of(path) else { return nil }
    self = status
  }

  /// Asks for an open file; `nil` when the descriptor is not open.
  package init?(descriptor: Int32) {
    var raw = stat()
    // because the call fills exactly one structure, which outlives it
    guard unsafe fstat(descriptor, &raw) == 0 else { return nil }
    self.init(raw)
  }

  private init(_ raw: stat) {
    kind =
      switch raw.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    isPipe = [S_IFIFO, S_IFSOCK].contains(raw.st_mode & S_IFMT)
    size = max(0, Int(raw.st_size))
    blocks = Int(raw.st_blocks)
    permissions = UInt16(raw.st_mode & 0o7777)
    (owner, group) = (raw.st_uid, raw.st_gid)
    names = UInt64(raw.st_nlink)
    identity = Identity(
      device: UInt64(truncatingIfNeeded: raw.st_dev), number: UInt64(truncatingIfNeeded: raw.st_ino))
    #if canImport(Darwin)
    let time = raw.st_mtimespec
    #else
    let time = raw.st_mtim
    #endif
    (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
  }
}
