#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// What the system says about a file without opening it.
struct FileStatus: Sendable, Hashable {
  /// The form of a directory entry.
  enum Form: Sendable, Hashable {
    case file
    case folder
    case link
    case special
  }

  /// Names one file for as long as it exists.
  struct Identity: Sendable, Hashable {
    let device: UInt64
    let number: UInt64
  }

  /// The form of the entry.
  let form: Form
  /// The length in bytes; never negative.
  let size: Int
  /// Which file it is.
  let identity: Identity

  /// Reads the fields that matter from what the system filled in.
  init(_ raw: stat) {
    form =
      switch raw.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .special
      }
    size = max(0, Int(raw.st_size))
    identity = Identity(
      device: UInt64(truncatingIfNeeded: raw.st_dev), number: UInt64(truncatingIfNeeded: raw.st_ino))
  }
}
