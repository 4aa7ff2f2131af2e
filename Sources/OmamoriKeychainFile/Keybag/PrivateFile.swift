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
    guard let file = try Self.open(path, O_RDONLY, place) else { return nil }
    return try Self.read(file, sizes, place)
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

  /// Opens a file, without waiting for the other end of a pipe; `nil` when there is none.
  ///
  /// - Throws: `KeychainError.insecurePermissions(_:)` for a link, for what is no regular file and for a file that is not this
  ///   user's alone; `KeychainError.file(_:code:)` and the like.
  static func open(
    _ path: String, _ flags: CInt, _ place: KeychainPlace
  ) throws(KeychainError) -> FileDescriptor? {
    let opened = try SystemFailure.rethrown(
      as: {
        $0.code == ELOOP
          ? KeychainError.insecurePermissions(place) : KeychainError(errorNumber: $0.code, at: place)
      },
      { () throws(SystemFailure) in
        try FileDescriptor.existing(path.utf8, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
      })
    guard let file = consume opened else { return nil }
    guard try status(of: file, place).isPrivate else { throw .insecurePermissions(place) }
    return file
  }

  /// What the system says of an open regular file.
  private static func status(
    of file: borrowing FileDescriptor, _ place: KeychainPlace
  ) throws(KeychainError) -> FileStatus {
    let status = try KeychainError.reaching(place) { () throws(SystemFailure) in try file.status() }
    guard status.kind == .file else { throw .insecurePermissions(place) }
    return status
  }

  /// Reads a regular file from its start.
  static func read(
    _ file: borrowing FileDescriptor, _ sizes: ClosedRange<Int>, _ place: KeychainPlace
  ) throws(KeychainError) -> SharedSecretBytes {
    let size = try status(of: file, place).size
    guard sizes ~= size else { throw .corrupt(place) }
    let content = try SecretBytes(count: size) { bytes throws(KeychainError) in
      // because the buffer is only used during the call
      try unsafe bytes.withUnsafeMutableBytes { room throws(KeychainError) in
        let count = try KeychainError.reaching(place) { () throws(SystemFailure) in
          try unsafe file.read(into: room)
        }
        guard count == size else { throw .corrupt(place) }
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

  static func synchronizeFolder(of path: String) {
    // because one that may not be read cannot be waited for either
    try? FileDescriptor(PendingFile.folder(of: path).utf8, O_RDONLY | O_DIRECTORY).handToDisk()
  }
}

extension KeychainError {
  /// Calls `body`, whose refusals are about a place.
  ///
  /// - Throws: `KeychainError.file(_:code:)`, `KeychainError.diskFull`, `KeychainError.readOnly`.
  static func reaching<Value: ~Copyable>(
    _ place: KeychainPlace, _ body: () throws(SystemFailure) -> Value
  ) throws(KeychainError) -> Value {
    try SystemFailure.rethrown(as: { KeychainError(errorNumber: $0.code, at: place) }, body)
  }
}
