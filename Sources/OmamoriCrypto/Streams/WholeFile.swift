package import OmamoriCore
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Small files that are read and replaced as a whole, for other modules of the package.
///
/// Blocks until the disk is done: call it on a thread of its own. Safe to use from any thread.
package enum WholeFile {
  /// Reads a file; a symbolic link at the end of the path is not followed.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most bytes that it may have.
  /// - Returns: The bytes; `nil` when there is no such file.
  /// - Throws: `CryptoError.file(_:code:)`, `CryptoError.outOfRange(lower:upper:)` when it is too large.
  package static func read(_ path: String, limit: Int) throws(CryptoError) -> [UInt8]? {
    guard !path.utf8.contains(0) else { throw .file(.openSource, code: EINVAL) }
    // because the name is a string that outlives the call
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .file(.openSource, code: errno)
    }
    let file = OpenFile(descriptor, closing: true)
    let snapshot = try file.snapshot()
    guard snapshot.kind == .regular else { throw .file(.openSource, code: EINVAL) }
    guard snapshot.size <= UInt64(max(0, limit)) else { throw .outOfRange(lower: 0, upper: limit) }
    return try file.readAll(size: Int(snapshot.size))
  }

  /// Replaces or makes a file in one step, readable for its owner only, and brings it to the disk.
  ///
  /// - Parameters:
  ///   - path: The file. A symbolic link that stands there is replaced, not followed.
  ///   - bytes: The whole content.
  ///   - isReplacing: Whether a file that stands there may be replaced.
  ///   - keepsRights: Whether a file that stands there passes on its permissions.
  ///   - prepare: Gets the descriptor when the content is written and before the file gets its name.
  /// - Throws: `CryptoError.destinationExists`, `CryptoError.file(_:code:)` and what `prepare` throws; nothing is
  ///   changed then.
  package static func write(
    _ path: String,
    _ bytes: RawSpan,
    replacing isReplacing: Bool,
    keepingRights keepsRights: Bool = false,
    prepare: (Int32) throws(CryptoError) -> Void = { _ in }
  ) throws(CryptoError) {
    guard !path.utf8.contains(0) else { throw .file(.createTemporary, code: EINVAL) }
    let old = try FileSnapshot.of(path, followsLink: false, for: .createTemporary)
    let pending = try PendingFile(path, replacing: isReplacing)
    // because the span outlives the call
    try unsafe bytes.withUnsafeBytes { bytes throws(CryptoError) in
      try unsafe pending.file.write(bytes, at: 0)  // because the span outlives the call
    }
    try prepare(pending.file.descriptor)
    try pending.commit(like: keepsRights && old?.kind == .regular ? old : nil, isDurable: true)
  }

  /// Makes a folder that only its owner can use, unless there is one.
  ///
  /// - Parameter path: The folder; its parent must exist.
  /// - Returns: Whether the folder is the caller's own and closed to everybody else.
  /// - Throws: `CryptoError.file(_:code:)`.
  package static func makePrivateFolder(_ path: String) throws(CryptoError) -> Bool {
    guard !path.utf8.contains(0) else { throw .file(.createTemporary, code: EINVAL) }
    // because the name is a string that outlives the call
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .file(.createTemporary, code: errno)
    }
    guard let folder = try FileSnapshot.of(path, followsLink: false, for: .createTemporary) else {
      throw .file(.createTemporary, code: ENOENT)
    }
    return folder.kind == .folder && folder.owner == geteuid() && folder.mode & 0o077 == 0
  }

  /// Removes a file.
  ///
  /// - Parameter path: The file.
  /// - Returns: Whether there was one.
  /// - Throws: `CryptoError.file(_:code:)`.
  package static func remove(_ path: String) throws(CryptoError) -> Bool {
    guard !path.utf8.contains(0) else { throw .file(.rename, code: EINVAL) }
    // because the name is a string that outlives the call
    if unsafe unlink(path) == 0 { return true }
    guard errno == ENOENT else { throw .file(.rename, code: errno) }
    return false
  }

  /// Calls `body` while no other process or thread is inside with the same path.
  ///
  /// - Parameters:
  ///   - path: A file that serves as the lock only; it is made when there is none and never removed.
  ///   - body: What nobody may come between.
  /// - Returns: What `body` returns.
  /// - Throws: `CryptoError.file(_:code:)` and what `body` throws.
  package static func locked<Result>(
    _ path: String,
    _ body: () throws(CryptoError) -> Result
  ) throws(CryptoError) -> Result {
    guard !path.utf8.contains(0) else { throw .file(.openSource, code: EINVAL) }
    // because the name is a string that outlives the call
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
    guard descriptor >= 0 else { throw .file(.openSource, code: errno) }
    let file = OpenFile(descriptor, closing: true)
    while flock(file.descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .file(.openSource, code: errno) }
    }
    defer { _ = flock(file.descriptor, LOCK_UN) }
    return try body()
  }
}
