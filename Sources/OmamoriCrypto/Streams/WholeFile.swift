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
    let opened = try FileOperation.openSource.doing { () throws(SystemFailure) in
      try FileDescriptor.existing(path.utf8, O_RDONLY | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK)
    }
    guard let file = consume opened else { return nil }
    let status = try FileOperation.read.doing { () throws(SystemFailure) in try file.status() }
    guard status.kind == .file else { throw .file(.openSource, code: EINVAL) }
    guard status.size <= limit else { throw .outOfRange(lower: 0, upper: limit) }
    let bytes = try FileOperation.read.doing { () throws(SystemFailure) in try file.read(status.size) }
    guard bytes.count == status.size else { throw .sourceChanged }
    return bytes
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
    let old = try FileOperation.createTemporary.status(of: path, followsLink: false)
    let pending = try PendingFile.beginning(path, replacing: isReplacing)
    // because the span outlives the call
    try unsafe bytes.withUnsafeBytes { bytes throws(CryptoError) in
      // because it is the caller's span
      try FileOperation.write.doing { () throws(SystemFailure) in try unsafe pending.file.write(bytes) }
    }
    try prepare(pending.file.number)
    try pending.commit(like: keepsRights && old?.kind == .file ? old : nil, isDurable: true)
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
    guard let folder = try FileOperation.createTemporary.status(of: path, followsLink: false) else {
      throw .file(.createTemporary, code: ENOENT)
    }
    return folder.kind == .folder && folder.isPrivate
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
    let file = try FileOperation.openSource.doing { () throws(SystemFailure) in
      let file = try FileDescriptor(path.utf8, O_RDWR | O_CREAT | O_NOFOLLOW)
      _ = try file.lock(LOCK_EX)
      return file
    }
    defer { _ = flock(file.number, LOCK_UN) }
    return try body()
  }
}
