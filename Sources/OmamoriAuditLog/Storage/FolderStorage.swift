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
  private let folder: FileDescriptor

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
    folder = try AuditLogError.storing { () throws(SystemFailure) in
      try FileDescriptor(path.utf8, O_RDONLY | O_DIRECTORY)
    }
    let status = try AuditLogError.storing { () throws(SystemFailure) in try folder.status() }
    guard isShared || status.isOwn && status.permissions & 0o022 == 0 else { throw .storage(.readOnly) }
    if isMade { try synchronizeParent() }
  }

  /// Brings the name of a folder that was just made to the disk; what is in it could be lost with its name.
  private func synchronizeParent() throws(AuditLogError) {
    // because one that may not be read cannot be waited for either
    guard let parent = try? FileDescriptor("..".utf8, in: folder, O_RDONLY | O_DIRECTORY) else { return }
    try AuditLogError.storing { () throws(SystemFailure) in try parent.handToDisk() }
  }

  func names() throws(AuditLogError) -> [String] {
    try AuditLogError.storing { () throws(SystemFailure) in try folder.names() }
      .map { String(decoding: $0, as: UTF8.self) }.filter { !$0.hasPrefix(".") }
  }

  func read(_ name: String, limit: Int) throws(AuditLogError) -> [UInt8]? {
    guard let file = try openFile(name, O_RDONLY) else { return nil }
    defer { file.close() }
    guard file.size <= limit else { throw .format(.tooLarge(limit: limit)) }
    return try file.read(at: 0, count: file.size)
  }

  func size(_ name: String) throws(AuditLogError) -> Int? {
    do throws(SystemFailure) { return try FileStatus.of(name.utf8, in: folder).size } catch {
      guard error.meansNothingThere else { throw .storage(LogStorageFault(code: error.code)) }
      return nil
    }
  }

  func replace(_ name: String, with bytes: [UInt8]) throws(AuditLogError) {
    let (file, temporary) = try write(bytes, for: name)
    file.close()
    try AuditLogError.storing { () throws(SystemFailure) in
      try folder.move(temporary.utf8, to: name.utf8)
      try folder.handToDisk()
    }
  }

  func create(_ name: String, with bytes: [UInt8]) throws(AuditLogError) -> any LogFile {
    let (file, temporary) = try write(bytes, for: name)
    // A link never replaces what is there.
    try AuditLogError.storing { () throws(SystemFailure) in try folder.link(temporary.utf8, as: name.utf8) }
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
    try AuditLogError.storing { () throws(SystemFailure) in
      if try folder.remove(name.utf8) { try folder.handToDisk() }
    }
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
    // A pipe in the file's place must not hold up the caller.
    let opened = try AuditLogError.storing { () throws(SystemFailure) in
      try FileDescriptor.existing(name.utf8, in: folder, flags | O_NOFOLLOW | O_NONBLOCK)
    }
    guard let file = consume opened else { return nil }
    return try FolderFile(file)
  }
}
