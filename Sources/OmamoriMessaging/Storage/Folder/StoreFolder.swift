#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// The folder of a ``FolderConversationStore`` in the file system, which nobody but its owner may read or write.
///
/// Every file is reached from the open folder, so a folder that is exchanged meanwhile changes nothing. All calls block
/// until the disk is done. Safe to use from any thread.
final class StoreFolder: Sendable {
  private static let lockName = "lock"
  private let folder: FileDescriptor
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
    do throws(SystemFailure) {
      folder = try FileDescriptor(path.utf8, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    } catch {
      throw MessagingError(writingCode: isMade || code == EEXIST ? error.code : code)
    }
    let status = try MessagingError.reading { () throws(SystemFailure) in try folder.status() }
    guard status.isOwn else { throw .system(code: EPERM) }
    if !status.isPrivate, fchmod(folder.number, 0o700) != 0 { throw MessagingError(writingCode: errno) }
    if isMade { synchronizeParent() }
  }

  /// Brings the name of a folder that was just made to the disk, as far as its parent may be read.
  private func synchronizeParent() {
    guard isDurable else { return }
    // because one that may not be read cannot be waited for either
    try? FileDescriptor("..".utf8, in: folder, O_RDONLY | O_DIRECTORY).synchronize()
  }

  /// Waits until no other process or thread holds the lock of the folder, and takes it.
  ///
  /// - Returns: The lock, free again when its last owner is gone.
  /// - Throws: ``MessagingError/storage(_:)``, ``MessagingError/system(code:)``.
  func lock() throws(MessagingError) -> FileDescriptor {
    while true {
      let file = try MessagingError.writing { () throws(SystemFailure) in
        try FileDescriptor(Self.lockName.utf8, in: folder, O_RDWR | O_CREAT | O_NOFOLLOW)
      }
      let names = try MessagingError.reading { () throws(SystemFailure) in
        _ = try file.lock(LOCK_EX)
        return try file.status().names
      }
      // A file that somebody removed meanwhile locks nobody out.
      if names > 0 { return file }
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
    let opened = try SystemFailure.rethrown(
      as: { [ELOOP, ENXIO].contains($0.code) ? MessagingError.storage(.damaged) : .system(code: $0.code) },
      { () throws(SystemFailure) in
        try FileDescriptor.existing(name.utf8, in: folder, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      })
    guard let file = consume opened else { return nil }
    let status = try MessagingError.reading { () throws(SystemFailure) in try file.status() }
    guard status.kind == .file, status.size <= limit else { throw .storage(.damaged) }
    let bytes = try MessagingError.reading { () throws(SystemFailure) in try file.read(status.size) }
    guard bytes.count == status.size else { throw .storage(.damaged) }
    return bytes
  }

  /// Makes a file, or replaces what is in it.
  ///
  /// - Parameters:
  ///   - name: The file.
  ///   - bytes: The whole content.
  ///   - lasts: Whether it and everything before is on the disk afterwards, and not only handed to it.
  /// - Throws: ``MessagingError/storage(_:)``, ``MessagingError/system(code:)``.
  func put(_ name: String, _ bytes: [UInt8], lasts: Bool) throws(MessagingError) {
    try MessagingError.writing { () throws(SystemFailure) in
      let file = try FileDescriptor(name.utf8, in: folder, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
      // An extension can open a message while the screen is locked.
      file.protect(.untilFirstAuthentication)
      try file.write(bytes)
      try flush(file, lasts)
    }
  }

  /// Gives a file the name of another one, in one step.
  ///
  /// - Throws: ``MessagingError/storage(_:)``, ``MessagingError/system(code:)``.
  func move(_ name: String, to other: String) throws(MessagingError) {
    try MessagingError.writing { () throws(SystemFailure) in try folder.move(name.utf8, to: other.utf8) }
  }

  /// Removes a file, if it can be removed.
  func drop(_ name: String) {
    // because one that stays is swept away later
    _ = try? folder.remove(name.utf8)
  }

  /// Hands the names of the files to the disk.
  ///
  /// - Parameter lasts: Whether they and everything before are on the disk afterwards.
  /// - Throws: ``MessagingError/storage(_:)``, ``MessagingError/system(code:)``.
  func synchronize(lasts: Bool) throws(MessagingError) {
    try MessagingError.writing { () throws(SystemFailure) in try flush(folder, lasts) }
  }

  private func flush(_ file: borrowing FileDescriptor, _ lasts: Bool) throws(SystemFailure) {
    guard isDurable else { return }
    do throws(SystemFailure) {
      if lasts { try file.synchronize() } else { try file.handToDisk() }
    } catch {
      guard error.meansNothingToSynchronize else { throw error }
    }
  }

  /// The names of all files.
  ///
  /// - Throws: ``MessagingError/system(code:)``.
  func names() throws(MessagingError) -> [String] {
    try MessagingError.reading { () throws(SystemFailure) in try folder.names() }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension MessagingError {
  /// What an error number means to whoever wanted to write.
  fileprivate init(writingCode code: Int32) {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: self = .storage(.full)
    case EROFS, EACCES, EPERM: self = .storage(.readOnly)
    default: self = .system(code: code)
    }
  }

  fileprivate static func writing<Value: ~Copyable>(
    _ body: () throws(SystemFailure) -> Value
  ) throws(MessagingError) -> Value {
    try SystemFailure.rethrown(as: { MessagingError(writingCode: $0.code) }, body)
  }

  fileprivate static func reading<Value: ~Copyable>(
    _ body: () throws(SystemFailure) -> Value
  ) throws(MessagingError) -> Value {
    try SystemFailure.rethrown(as: { MessagingError.system(code: $0.code) }, body)
  }
}
