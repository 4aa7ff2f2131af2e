#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// An open segment file, closed with its last owner; it is only read, and only at given places.
final class SegmentFile: Sendable {
  private let file: FileDescriptor

  /// Opens a file; one that is a link or no regular file is refused.
  init(path: String) throws(AuditLogError) {
    file = try SystemFailure.rethrown(
      as: { $0.code == ELOOP ? AuditLogError.format(.malformed(offset: 0)) : .system(code: $0.code) },
      { () throws(SystemFailure) in try FileDescriptor(path.utf8, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) })
    // because what nothing can be known of is no regular file
    guard (try? file.status())?.kind == .file else { throw .format(.malformed(offset: 0)) }
  }

  /// The number of bytes that it has now.
  func size() throws(AuditLogError) -> Int {
    try SystemFailure.rethrown(as: { AuditLogError.system(code: $0.code) }) { () throws(SystemFailure) in
      try file.status().size
    }
  }

  /// Reads at a place; fewer bytes come only at the end of the file.
  ///
  /// - Returns: The number of bytes that were read.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(AuditLogError) -> Int {
    // because the buffer is the caller's
    try SystemFailure.rethrown(as: { AuditLogError.system(code: $0.code) }) { () throws(SystemFailure) in
      try unsafe file.read(into: buffer, at: UInt64(max(0, offset)))
    }
  }
}
