#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
package import Glibc
#endif

/// What the system says about a file without opening it.
package struct FileStatus: Sendable, Hashable {
  /// The form of a directory entry.
  enum Form: Sendable, Hashable {
    case file
    case folder
    case link
    case special
  }

  /// Names one file for as long as it exists.
  package struct Identity: Sendable, Hashable {
    package let device: UInt64
    package let number: UInt64
  }

  /// The form of the entry.
  let form: Form
  /// The length in bytes; never negative.
  package let size: Int
  /// Which file it is.
  package let identity: Identity

  /// Reads the fields that matter from what the system filled in.
  package init(_ raw: stat) {
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
