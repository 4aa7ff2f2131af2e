import Glibc
import OmamoriCore
import OmamoriKeychain

/// The folder of a store, opened once, and the names of the files in it.
///
/// The folder must be its owner's alone, since whoever can write to it can exchange the files. When another folder takes
/// its name, the files are those of that one. Safe to share between threads.
final class StoreLocation: Sendable {
  /// The name of the database's file; the log and the index stand beside it.
  static let fileName = "keychain.db"
  /// The name of the database's file while it is made.
  private static let newFileName = "keychain.new"
  /// The ending of the file that keeps room on the disk.
  private static let reserveEnding = "-reserve"
  /// The endings of the files of a store: those that SQLite keeps, and the reserve.
  static let endings = ["", "-wal", "-shm", "-journal", reserveEnding]
  /// How much room the reserve keeps, in bytes: enough to remove an item of about 200 KB.
  static let reserveByteCount = 256 << 10

  /// The folder, with every symbolic link resolved.
  let folder: String
  /// The open folder.
  private let descriptor: Int32
  /// Which folder was examined last.
  private let examined: Protected<FileIdentity>

  /// The database's path.
  var file: String { folder + "/" + Self.fileName }

  /// Opens a folder that is there, and looks at its owner, its rights and its file system.
  ///
  /// - Parameter path: The folder; its last component must not be a symbolic link.
  /// - Throws: `KeychainError.unavailable(_:)`, `KeychainError.insecurePermissions(_:)`,
  ///   `KeychainError.unsupported(_:)` on a network's file system, `KeychainError.file(_:code:)`.
  init(opening path: String) throws(KeychainError) {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .file(.folder, code: EINVAL) }
    // because the name is a string that outlives the call
    descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      guard code != ENOENT else { throw .unavailable(.store) }
      throw Self.isLink(path) ? .insecurePermissions(.folder) : .file(.folder, code: code)
    }
    do throws(KeychainError) {
      let (folder, identity) = try Self.examine(descriptor, path)
      (self.folder, examined) = (folder, Protected(identity))
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Makes a folder for its owner alone, and those above it that are missing.
  ///
  /// - Throws: `KeychainError.file(_:code:)`, `KeychainError.diskFull`, `KeychainError.readOnly`.
  static func makeFolder(_ path: String) throws(KeychainError) {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .file(.folder, code: EINVAL) }
    var ends = path.utf8.indices.dropFirst().filter { path.utf8[$0] == UInt8(ascii: "/") }
    ends.append(path.utf8.endIndex)
    for end in ends {
      // because the name is a string that outlives the call
      guard unsafe mkdir(String(path[..<end]), 0o700) != 0, errno != EEXIST else { continue }
      // A folder above may be on a read-only file system and there all the same.
      if errno == EROFS || errno == EACCES, end != path.utf8.endIndex { continue }
      throw failure(.folder, errno)
    }
  }

  /// Whether there is a database; looks at its owner and its rights, and at those of the files beside it.
  ///
  /// - Throws: `KeychainError.insecurePermissions(_:)`, `KeychainError.file(_:code:)`.
  func hasStore() throws(KeychainError) -> Bool {
    var isThere = false
    for ending in Self.endings {
      guard let status = try status(of: Self.fileName + ending) else { continue }
      if ending.isEmpty { isThere = true }
      // A second name would let the file be reached from where others may be.
      guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_mode & 0o077 == 0,
        status.st_nlink == 1
      else { throw .insecurePermissions(.store) }
    }
    return isThere
  }

  /// Makes a database under a name of its own and gives it its right one when it is whole, so that one whose making was
  /// interrupted is in nobody's way.
  ///
  /// - Parameter body: Makes the database in an empty file that is there, and closes it.
  /// - Throws: `KeychainError.storeExists`, and nothing is changed; `KeychainError.file(_:code:)` and the like.
  func making(_ body: (_ path: String) throws(KeychainError) -> Void) throws(KeychainError) {
    let place = try takeTurn()
    // What holds the turn is gone with its descriptor.
    defer { close(place) }
    guard try !hasStore() else { throw .storeExists }
    removeFiles(Self.newFileName)
    defer { removeFiles(Self.newFileName) }
    try makeFile(Self.newFileName)
    try body(folder + "/" + Self.newFileName)
    // The log of a store that is gone would be taken for that of the new one.
    removeFiles(Self.fileName)
    synchronize()
    // because the names are strings that outlive the call
    guard unsafe renameat(descriptor, Self.newFileName, descriptor, Self.fileName) == 0 else {
      throw Self.failure(.store, errno)
    }
    synchronize()
  }

  /// Keeps room on the disk for removing items when it is full; does nothing where that is done already, or where there is
  /// no room.
  func keepReserve() {
    let (name, size) = (Self.fileName + Self.reserveEnding, off_t(Self.reserveByteCount))
    // because an error here means that the next change reports it
    if let status = try? status(of: name), status.st_size >= size, status.st_blocks > 0 { return }
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    // because the name is a string that outlives the call
    let file = unsafe open(folder + "/" + name, flags, mode_t(0o600))
    guard file >= 0 else { return }
    let isKept = posix_fallocate(file, 0, size) == 0
    close(file)
    if !isKept { releaseReserve() }
  }

  /// Gives the room back.
  func releaseReserve() {
    // because the name is a string that outlives the call
    unsafe _ = unlink(folder + "/" + Self.fileName + Self.reserveEnding)
  }

  /// Waits until nobody else makes a store in the folder.
  private func takeTurn() throws(KeychainError) -> Int32 {
    // because the name is a literal
    let place = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard place >= 0 else { throw .file(.folder, code: errno) }
    while flock(place, LOCK_EX) != 0 {
      let code = errno
      guard code == EINTR else {
        close(place)
        throw .file(.folder, code: code)
      }
    }
    return place
  }

  /// Makes an empty file for the owner alone, so that nobody else can open it at any time.
  private func makeFile(_ name: String) throws(KeychainError) {
    // because the name is a string that outlives the call
    let file = unsafe openat(descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Self.failure(.store, errno) }
    // The rights are exact even under a mask that takes some away from the owner.
    let code = fchmod(file, 0o600) == 0 ? 0 : errno
    close(file)
    guard code == 0 else { throw .file(.store, code: code) }
  }

  /// Removes a database that is nobody's and the files beside it.
  private func removeFiles(_ name: String) {
    // because the names are strings that outlive the calls
    for ending in Self.endings { unsafe _ = unlinkat(descriptor, name + ending, 0) }
  }

  /// Brings the names in the folder to the disk.
  private func synchronize() { _ = fsync(descriptor) }

  /// Which file the database's name stands for now; `nil` when there is none.
  ///
  /// - Throws: `KeychainError.file(_:code:)`, and what opening another folder throws that took the name of this one.
  func identity() throws(KeychainError) -> FileIdentity? {
    try follow()
    return try status(of: Self.fileName).map { FileIdentity($0) }
  }

  /// Examines the folder again when it is another one than before: somebody may have put a copy in its place.
  private func follow() throws(KeychainError) {
    var status = stat()
    // because the call fills exactly one structure, which outlives it
    guard unsafe lstat(folder, &status) == 0 else {
      guard errno == ENOENT else { throw .file(.folder, code: errno) }
      throw .unavailable(.store)
    }
    guard FileIdentity(status) != examined.current else { return }
    let other = try StoreLocation(opening: folder).examined.current
    examined.withLock { $0 = other }
  }

  private func status(of name: String) throws(KeychainError) -> stat? {
    var status = stat()
    // because the call fills exactly one structure, which outlives it
    if unsafe lstat(folder + "/" + name, &status) == 0 { return status }
    guard errno == ENOENT else { throw .file(.store, code: errno) }
    return nil
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    // because the call fills exactly one structure, which outlives it
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func failure(_ place: KeychainPlace, _ code: Int32) -> KeychainError {
    switch code {
    case EROFS: .readOnly
    case ENOSPC, EDQUOT: .diskFull
    default: .file(place, code: code)
    }
  }

  private static func examine(
    _ descriptor: Int32, _ path: String
  ) throws(KeychainError) -> (folder: String, FileIdentity) {
    var status = stat()
    // because the call fills exactly one structure, which outlives it
    guard unsafe fstat(descriptor, &status) == 0 else { throw .file(.folder, code: errno) }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw .insecurePermissions(.folder)
    }
    guard try FileSystem.sharesMemory(descriptor) else { throw .unsupported(.fileSystem) }
    // because the result is freed below
    guard let resolved = unsafe realpath(path, nil) else { throw .file(.folder, code: errno) }
    defer { unsafe free(resolved) }  // because realpath allocated it
    return (unsafe String(cString: resolved), FileIdentity(status))
  }
}

extension FileIdentity {
  fileprivate init(_ status: stat) {
    self.init(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }
}

/// Which file a name stands for, so that an exchange is noticed.
struct FileIdentity: Sendable, Hashable {
  /// The device it is on.
  let device: UInt64
  /// Its number there.
  let number: UInt64
}

/// An object that one thread at a time uses.
///
/// Safe to use from any thread.
// because the object is only reached with the lock held, and nothing that refers to it leaves the closures
final class Exclusive<Object: AnyObject>: @unchecked Sendable {
  private let lock = Protected(())
  private let object: Object

  /// Takes over an object that nobody else has.
  init(_ object: sending Object) { self.object = object }

  /// Calls `body` with the object, waiting for other threads to be done.
  ///
  /// - Throws: What `body` throws.
  func withLock<Result: Sendable, Failure: Error>(
    _ body: (Object) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try lock.withLock { _ throws(Failure) in try body(object) }
  }
}
