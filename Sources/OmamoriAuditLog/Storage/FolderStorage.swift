#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// A log's folder in the file system, which nobody but its owner may read or write.
///
/// Every file is reached from the open folder, so a folder that is exchanged meanwhile changes nothing. Safe to use from
/// any thread.
final class FolderStorage: LogStorage {
  private static let lockName = "lock"
  private let descriptor: Int32

  /// Opens a folder.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - makesMissing: Whether it is made when it is missing; those above it are not.
  ///   - isShared: Whether it may belong to somebody else, such as a disk of another machine.
  /// - Throws: ``AuditLogError/storage(_:)``; ``LogStorageFault/readOnly`` also for a folder that others may write to.
  init(_ path: String, makesMissing: Bool = true, isShared: Bool = false) throws(AuditLogError) {
    guard !path.utf8.contains(0) else { throw .storage(.failed(code: EINVAL)) }
    // because the path is only read during the calls
    let isMade = unsafe makesMissing && mkdir(path, 0o700) == 0
    guard isMade || !makesMissing || errno == EEXIST else { throw .storage(LogStorageFault(code: errno)) }
    descriptor = Self.openFolder(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .storage(LogStorageFault(code: errno)) }
    var information = stat()
    // because the call fills exactly one structure, which outlives it
    guard unsafe fstat(descriptor, &information) == 0 else { throw .storage(.failed(code: errno)) }
    let isOwn = information.st_uid == geteuid() && information.st_mode & 0o022 == 0
    guard isOwn || isShared else { throw .storage(.readOnly) }
    if isMade { try synchronizeParent() }
  }

  /// Brings the name of a folder that was just made to the disk; what is in it could be lost with its name.
  private func synchronizeParent() throws(AuditLogError) {
    // because the name is only read during the call
    let parent = unsafe openat(descriptor, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // One that may not be read cannot be waited for either.
    guard parent >= 0 else { return }
    let isDone = fsync(parent) == 0
    let code = errno
    _ = SystemFile.giveBack(parent)
    guard isDone else { throw .storage(LogStorageFault(code: code)) }
  }

  deinit { _ = close(descriptor) }

  // The class has a method of the same name as the system's call.
  private static func openFolder(_ path: String, _ flags: Int32) -> Int32 {
    // because the path is only read during the call
    unsafe openat(AT_FDCWD, path, flags)
  }

  func names() throws(AuditLogError) -> [String] {
    let copy = dup(descriptor)
    // because the stream takes over the descriptor and is closed below
    guard copy >= 0, let stream = unsafe fdopendir(copy) else {
      throw .storage(.failed(code: errno))
    }
    defer { unsafe _ = closedir(stream) }
    unsafe rewinddir(stream)
    var names: [String] = []
    // because the entry is only looked at until the next call
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  func read(_ name: String, limit: Int) throws(AuditLogError) -> [UInt8]? {
    guard let file = try openFile(name, O_RDONLY) else { return nil }
    defer { file.close() }
    guard file.size <= limit else { throw .format(.tooLarge(limit: limit)) }
    return try file.read(at: 0, count: file.size)
  }

  func size(_ name: String) throws(AuditLogError) -> Int? {
    var information = stat()
    // because the call fills exactly one structure, and the name is only read
    guard unsafe fstatat(descriptor, name, &information, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return nil }
      throw .storage(LogStorageFault(code: errno))
    }
    return Int(information.st_size)
  }

  func replace(_ name: String, with bytes: [UInt8]) throws(AuditLogError) {
    let (file, temporary) = try write(bytes, for: name)
    file.close()
    // because both names are only read during the call
    guard unsafe renameat(descriptor, temporary, descriptor, name) == 0 else {
      throw .storage(LogStorageFault(code: errno))
    }
    try synchronize()
  }

  func create(_ name: String, with bytes: [UInt8]) throws(AuditLogError) -> any LogFile {
    let (file, temporary) = try write(bytes, for: name)
    // A link never replaces what is there.
    // because both names are only read during the call
    guard unsafe linkat(descriptor, temporary, descriptor, name, 0) == 0 else {
      throw .storage(LogStorageFault(code: errno))
    }
    try unlink(temporary)
    return file
  }

  /// Brings bytes to the disk under a name that nobody looks for.
  private func write(
    _ bytes: [UInt8], for name: String
  ) throws(AuditLogError) -> (file: FolderFile, name: String) {
    let temporary = Self.temporary(name)
    try unlink(temporary)
    guard let file = try openFile(temporary, O_RDWR | O_CREAT | O_EXCL) else {
      throw .storage(.failed(code: ENOENT))
    }
    do throws(AuditLogError) {
      try file.append(bytes)
      try file.synchronize()
    } catch {
      try? unlink(temporary)
      throw error
    }
    return (file, temporary)
  }

  func remove(_ name: String) throws(AuditLogError) {
    // What a crash left of writing the file must not outlive it.
    try unlink(Self.temporary(name))
    try unlink(name)
  }

  private static func temporary(_ name: String) -> String { ".\(name).new" }

  private func unlink(_ name: String) throws(AuditLogError) {
    // because the name is only read during the call
    if unsafe unlinkat(descriptor, name, 0) == 0 { return try synchronize() }
    guard errno == ENOENT else { throw .storage(LogStorageFault(code: errno)) }
  }

  func lock() throws(AuditLogError) -> any LogFile { try lock(named: Self.lockName) }

  /// Takes the lock of a file, which is made when it is missing and stays.
  func lock(named name: String) throws(AuditLogError) -> any LogFile {
    guard let file = try openFile(name, O_RDWR | O_CREAT) else {
      throw .storage(.failed(code: ENOENT))
    }
    guard try file.lock() else {
      file.close()
      throw .storage(.inUse)
    }
    return file
  }

  /// Opens a regular file of this user; `nil` when there is none.
  private func openFile(_ name: String, _ flags: Int32) throws(AuditLogError) -> FolderFile? {
    // because the name is only read during the call; a pipe in the file's place must not hold up the caller
    let file = unsafe openat(descriptor, name, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw .storage(LogStorageFault(code: errno))
    }
    return try FolderFile(file)
  }

  private func synchronize() throws(AuditLogError) {
    guard fsync(descriptor) == 0 else { throw .storage(LogStorageFault(code: errno)) }
  }
}
