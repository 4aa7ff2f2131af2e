#if !canImport(Darwin)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// The file of a witness, which processes change one after the other.
///
/// A value; safe to share between threads.
struct WitnessStorage: Sendable {
  /// Where it is.
  let path: String

  /// Reads the record; `nil` when there is no file.
  ///
  /// - Throws: ``KeychainError/insecurePermissions(_:)``, ``KeychainError/corrupt(_:)``, ``KeychainError/file(_:code:)``.
  func read(of store: AnchoredStore) throws(KeychainError) -> WitnessRecord? {
    guard let descriptor = try openFile(O_RDONLY) else { return nil }
    defer { close(descriptor) }
    try Self.lock(descriptor, LOCK_SH)
    return try Self.record(descriptor, store)
  }

  /// Changes the record while nobody else does, and brings it to the disk.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - change: Gets what is recorded and gives the entry to be added, and the one that counts until then; `nil` for no
  ///     change.
  ///   - afterwards: Called when the entry is on the disk, before others can change it.
  /// - Throws: What `change` throws, and what ``read(of:)`` does.
  func update(
    of store: AnchoredStore,
    _ change: (WitnessRecord) throws(KeychainError) -> (WitnessRecord.Entry, WitnessRecord.Entry?)?,
    afterwards: () throws(KeychainError) -> Void = {}
  ) throws(KeychainError) {
    guard let descriptor = try openFile(O_RDWR | O_CREAT) else { throw .file(.witness, code: ENOENT) }
    defer { close(descriptor) }
    try Self.lock(descriptor, LOCK_EX)
    let record = try Self.record(descriptor, store)
    guard let (entry, current) = try change(record) else { return }
    let (bytes, offset) = record.adding(entry, keeping: current, of: store)
    if record.isEmpty, ftruncate(descriptor, off_t(WitnessRecord.byteCount)) != 0 {
      throw KeychainError(errorNumber: errno, at: .witness)
    }
    try Self.write(bytes, to: descriptor, at: offset)
    guard fsync(descriptor) == 0 else { throw KeychainError(errorNumber: errno, at: .witness) }
    if record.isEmpty { PrivateFile.synchronizeFolder(of: path) }
    try afterwards()
  }

  private func openFile(_ flags: CInt) throws(KeychainError) -> CInt? {
    guard !path.utf8.contains(0) else { throw .file(.witness, code: EINVAL) }
    // because the name is a string that outlives the call
    let descriptor = unsafe open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode_t(0o600))
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT where flags & O_CREAT == 0 && hasFolder: return nil
      case ELOOP: throw .insecurePermissions(.witness)
      default: throw KeychainError(errorNumber: errno, at: .witness)
      }
    }
    do throws(KeychainError) {
      let information = try PrivateFile.status(of: descriptor, .witness)
      guard information.st_uid == geteuid(), information.st_mode & 0o077 == 0 else {
        throw .insecurePermissions(.witness)
      }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Whether the folder is there: a disk that is not mounted is another thing than a file that was never written.
  private var hasFolder: Bool {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    // because the name is a string that outlives the call
    return unsafe access(folder, F_OK) == 0
  }

  private static func lock(_ descriptor: CInt, _ kind: CInt) throws(KeychainError) {
    while flock(descriptor, kind) != 0 {
      guard errno == EINTR else { throw .file(.witness, code: errno) }
    }
  }

  private static func record(_ descriptor: CInt, _ store: AnchoredStore) throws(KeychainError)
    -> WitnessRecord
  {
    let size = Int(try PrivateFile.status(of: descriptor, .witness).st_size)
    let content = try PrivateFile.read(descriptor, size: size, 0...WitnessRecord.byteCount, .witness)
    return try WitnessRecord(
      content.withBytes { bytes in
        // because the bytes are copied inside the closure
        unsafe bytes.withUnsafeBytes { unsafe Array($0) }
      }, of: store)
  }

  private static func write(_ bytes: [UInt8], to descriptor: CInt, at offset: Int) throws(KeychainError) {
    var written = 0
    while written < bytes.count {
      // because the call reads at most the rest of the bytes
      let count = unsafe bytes[written...].withUnsafeBytes {
        unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + written))
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw KeychainError(errorNumber: errno, at: .witness)
      }
    }
  }
}
#endif
