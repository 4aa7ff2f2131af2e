#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The folder of a ``FolderConversationStore`` in the file system, which nobody but its owner may read or write.
///
/// Every file is reached from the open folder, so a folder that is exchanged meanwhile changes nothing. All calls block
/// until the disk is done. Safe to use from any thread.
final class StoreFolder: Sendable {
  private static let lockName = "lock"
  private let descriptor: Int32
  private let isDurable: Bool

  /// Opens a folder, or makes it; those above it have to be there.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - isDurable: Whether writing waits for the disk.
  /// - Throws: ``MessagingError/storage(_:)``, ``MessagingError/system(code:)``, also for a folder of somebody else.
  init(_ path: String, isDurable: Bool) throws(MessagingError) {
    guard !path.utf8.contains(0) else { throw .system(code: EINVAL) }
    self.isDurable = isDurable
    // because the path is only read during the calls
    let isMade = unsafe mkdir(path, 0o700) == 0
    let code = errno
    descriptor = unsafe openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw MessagingError(writingCode: isMade || code == EEXIST ? errno : code) }
    var information = stat()
    // because the call fills exactly one structure, which outlives it
    guard unsafe fstat(descriptor, &information) == 0 else { throw .system(code: errno) }
    guard information.st_uid == geteuid() else { throw .system(code: EPERM) }
    if information.st_mode & 0o077 != 0, fchmod(descriptor, 0o700) != 0 {
      throw MessagingError(writingCode: errno)
    }
    if isMade { synchronizeParent() }
  }

  deinit { _ = close(descriptor) }

  /// Brings the name of a folder that was just made to the disk, as far as its parent may be read.
  private func synchronizeParent() {
    // because the name is only read during the call
    let parent = unsafe openat(descriptor, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard isDurable, parent >= 0 else { return }
    _ = FolderFile.flush(parent)
    _ = close(parent)
  }

  /// Waits until no other process or thread holds the lock of the folder, and takes it.
  ///
  /// - Returns: The lock, free again when its last owner is gone.
  /// - Throws: ``MessagingError/storage(_:)``, ``MessagingError/system(code:)``.
  func lock() throws(MessagingError) -> FolderFile {
    while true {
      let file = try FolderFile(Self.lockName, in: descriptor, O_RDWR | O_CREAT)
      while flock(file.descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else { throw .system(code: errno) }
      }
      // A file that somebody removed meanwhile locks nobody out.
      if try file.information().st_nlink > 0 { return file }
    }
  }

  /// The bytes of a file; `nil` when there is none.
  ///
  /// - Parameters:
  ///   - name: The file.
  ///   - limit: The most bytes that it may have.
  /// - Returns: The bytes.
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/damaged`` for what is no such file,
  ///   ``MessagingError/system(code:)``.
  func content(of name: String, limit: Int) throws(MessagingError) -> [UInt8]? {
    // because the name is only read during the call
    let opened = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard opened >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP, ENXIO: throw .storage(.damaged)
      default: throw .system(code: errno)
      }
    }
    let file = FolderFile(opened)
    let information = try file.information()
    guard information.st_mode & S_IFMT == S_IFREG, (0...limit).contains(Int(information.st_size)) else {
      throw .storage(.damaged)
    }
    return try file.content(size: Int(information.st_size))
  }

  /// Makes a file, or replaces what is in it.
  ///
  /// - Parameters:
  ///   - name: The file.
  ///   - bytes: The whole content.
  ///   - lasts: Whether it and everything before is on the disk afterwards, and not only handed to it.
  /// - Throws: ``MessagingError/storage(_:)``, ``MessagingError/system(code:)``.
  func put(_ name: String, _ bytes: [UInt8], lasts: Bool) throws(MessagingError) {
    let file = try FolderFile(name, in: descriptor, O_WRONLY | O_CREAT | O_TRUNC)
    file.protect()
    try file.fill(bytes)
    try flush(file.descriptor, lasts)
  }

  /// Gives a file the name of another one, in one step.
  ///
  /// - Throws: ``MessagingError/storage(_:)``, ``MessagingError/system(code:)``.
  func move(_ name: String, to other: String) throws(MessagingError) {
    // because both names are only read during the call
    guard unsafe renameat(descriptor, name, descriptor, other) == 0 else {
      throw MessagingError(writingCode: errno)
    }
  }

  /// Removes a file, if it can be removed.
  func drop(_ name: String) {
    unsafe _ = unlinkat(descriptor, name, 0)  // because the name is only read during the call
  }

  /// Hands the names of the files to the disk.
  ///
  /// - Parameter lasts: Whether they and everything before are on the disk afterwards.
  /// - Throws: ``MessagingError/storage(_:)``, ``MessagingError/system(code:)``.
  func synchronize(lasts: Bool) throws(MessagingError) { try flush(descriptor, lasts) }

  private func flush(_ descriptor: Int32, _ lasts: Bool) throws(MessagingError) {
    guard isDurable else { return }
    while (lasts ? FolderFile.flush(descriptor) : fsync(descriptor)) != 0 {
      // Some file systems have nothing to bring anywhere.
      if errno == EINVAL || errno == ENOTSUP { return }
      guard errno == EINTR else { throw MessagingError(writingCode: errno) }
    }
  }

  /// The names of all files.
  ///
  /// - Throws: ``MessagingError/system(code:)``.
  func names() throws(MessagingError) -> [String] {
    // because the name is only read during the call
    let again = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard again >= 0 else { throw .system(code: errno) }
    // because the stream takes over the descriptor and is closed below
    guard let stream = unsafe fdopendir(again) else {
      let code = errno
      _ = close(again)
      throw .system(code: code)
    }
    defer { unsafe _ = closedir(stream) }
    var names: [String] = []
    // because the entry is only looked at until the next call
    while let entry = unsafe readdir(stream) {
      names.append(
        unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
          unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }
}
