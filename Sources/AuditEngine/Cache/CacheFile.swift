#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// Reads and replaces the file of a cache.
enum CacheFile {
  /// The content of the file at `path`, which must be a plain file of the user's own and not too long.
  static func read(_ path: String) throws(SystemFailure) -> [UInt8] {
    let file = try FileDescriptor(path.utf8, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    guard try file.status().isOwn else { throw SystemFailure(code: EPERM) }
    return try file.readWhole(limit: AuditCache.longest)
  }

  /// Puts `bytes` at `path` in one step; the file is readable for its owner only.
  static func write(_ bytes: [UInt8], to path: String) throws(SystemFailure) {
    do {
      try FileManager.default.createDirectory(
        atPath: PendingFile.folder(of: path), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw SystemFailure(code: EACCES)
    }
    let pending = try PendingFile(path, replacing: true)
    try pending.file.write(bytes)
    try pending.commit(isDurable: false)
  }
}
