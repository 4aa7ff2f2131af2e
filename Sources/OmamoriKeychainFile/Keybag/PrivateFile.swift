#if canImport(Glibc)
import Glibc
import OmamoriKeychain
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore
import OmamoriCrypto

/// A small file that nobody but its owner may read or write.
struct PrivateFile: Sendable {
  /// `FS_NODUMP_FL` of the kernel: dump(8) and what heeds it leave the file out.
  private static let noDump: CInt = 0x40
  /// `FS_IOC_GETFLAGS` and `FS_IOC_SETFLAGS` with the size of a long, as the kernel defines them.
  private static let (getFlags, setFlags): (UInt, UInt) = (0x8008_6601, 0x4008_6602)

  /// Where it is.
  let path: String
  /// What an error calls it.
  let place: KeychainPlace

  /// Reads the file; `nil` when there is none.
  ///
  /// - Parameter sizes: How long it may be, in bytes.
  /// - Returns: The content; `nil` when there is no file.
  /// - Throws: `KeychainError.insecurePermissions(_:)` for a file of somebody else, one that others may read or write and
  ///   one that is a link; `KeychainError.corrupt(_:)` for another size; `KeychainError.file(_:code:)`.
  func read(_ sizes: ClosedRange<Int>) throws(KeychainError) -> SharedSecretBytes? {
    guard let descriptor = try openFile() else { return nil }
    defer { close(descriptor) }
    let information = try Self.status(of: descriptor, place)
    guard information.st_uid == geteuid(), information.st_mode & 0o077 == 0 else {
      throw .insecurePermissions(place)
    }
    return try Self.read(descriptor, size: Int(information.st_size), sizes, place)
  }

  /// Writes a file that must not exist yet, all of it or nothing, and brings it to the disk.
  ///
  /// - Throws: `KeychainError.storeExists`, `KeychainError.file(_:code:)`, `KeychainError.diskFull`,
  ///   `KeychainError.readOnly`.
  func create(_ content: borrowing SecretBytes, isBackedUp: Bool = true) throws(KeychainError) {
    do throws(CryptoError) {
      // A second link fails when the name is taken, at whatever moment somebody took it.
      try WholeFile.write(path, content.bytes, replacing: false) { descriptor in
        if !isBackedUp { Self.excludeFromBackup(descriptor) }
      }
    } catch {
      throw error == .destinationExists ? .storeExists : KeychainError(error, at: place)
    }
  }

  private func openFile() throws(KeychainError) -> CInt? {
    guard !path.utf8.contains(0) else { throw .file(place, code: EINVAL) }
    // A pipe that nobody writes to must not hold up the caller.
    // because the name is a string that outlives the call
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    if descriptor >= 0 { return descriptor }
    switch errno {
    case ENOENT: return nil
    case ELOOP: throw .insecurePermissions(place)
    default: throw KeychainError(errorNumber: errno, at: place)
    }
  }

  /// What the system says of an open regular file.
  static func status(of descriptor: CInt, _ place: KeychainPlace) throws(KeychainError) -> stat {
    var information = stat()
    // because the call fills exactly one structure, which outlives it
    guard unsafe fstat(descriptor, &information) == 0 else { throw .file(place, code: errno) }
    guard information.st_mode & S_IFMT == S_IFREG else { throw .insecurePermissions(place) }
    return information
  }

  /// Reads a regular file from its start.
  static func read(
    _ descriptor: CInt,
    size: Int,
    _ sizes: ClosedRange<Int>,
    _ place: KeychainPlace
  ) throws(KeychainError) -> SharedSecretBytes {
    guard sizes ~= size else { throw .corrupt(place) }
    let content = try SecretBytes(count: size) { bytes throws(KeychainError) in
      // because the buffer is only used during the call
      try unsafe bytes.withUnsafeMutableBytes { room throws(KeychainError) in
        var filled = 0
        while filled < size {
          // because the call writes at most the rest of the room
          let count = unsafe pread(
            descriptor, room.baseAddress?.advanced(by: filled), size - filled, off_t(filled))
          if count > 0 { filled += count } else if count == 0 { throw .corrupt(place) }
          if count < 0, errno != EINTR { throw KeychainError(errorNumber: errno, at: place) }
        }
      }
    }
    return SharedSecretBytes(content)
  }

  /// Marks a file for backup programs; file systems that cannot keep the mark have it not.
  private static func excludeFromBackup(_ descriptor: CInt) {
    var flags: CInt = 0
    // because the kernel writes and reads an int there, which outlives the calls
    guard unsafe ioctl(descriptor, getFlags, &flags) == 0 else { return }
    flags |= noDump
    unsafe _ = ioctl(descriptor, setFlags, &flags)
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  static func synchronizeFolder(of path: String) {
    let folder = folder(of: path)
    // because the name is a string that outlives the call
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}
