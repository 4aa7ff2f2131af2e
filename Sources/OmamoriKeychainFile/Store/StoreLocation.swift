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
  private let opened: FileDescriptor
  /// Which folder was examined last.
  private let examined: Protected<FileStatus.Identity>

  /// The database's path.
  var file: String { folder + "/" + Self.fileName }

  /// Opens a folder that is there, and looks at its owner, its rights and its file system.
  ///
  /// - Parameter path: The folder; its last component must not be a symbolic link.
  /// - Throws: `KeychainError.unavailable(_:)`, `KeychainError.insecurePermissions(_:)`,
  ///   `KeychainError.unsupported(_:)` on a network's file system, `KeychainError.file(_:code:)`.
  init(opening path: String) throws(KeychainError) {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .file(.folder, code: EINVAL) }
    do throws(SystemFailure) {
      opened = try FileDescriptor(path.utf8, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    } catch {
      guard !error.meansNothingThere else { throw .unavailable(.store) }
      guard case .success(let status) = FileStatus.of(path, followsLink: false), status.kind == .link else {
        throw .file(.folder, code: error.code)
      }
      throw .insecurePermissions(.folder)
    }
    let (folder, identity) = try Self.examine(opened, path)
    (self.folder, examined) = (folder, Protected(identity))
  }

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
      throw KeychainError(errorNumber: errno, at: .folder)
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
      guard status.kind == .file, status.isPrivate, status.names == 1 else {
        throw .insecurePermissions(.store)
      }
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
    defer { withExtendedLifetime(place) {} }
    guard try !hasStore() else { throw .storeExists }
    removeFiles(Self.newFileName)
    defer { removeFiles(Self.newFileName) }
    try makeFile(Self.newFileName)
    try body(folder + "/" + Self.newFileName)
    // The log of a store that is gone would be taken for that of the new one.
    removeFiles(Self.fileName)
    synchronize()
    try KeychainError.reaching(.store) { () throws(SystemFailure) in
      try opened.move(Self.newFileName.utf8, to: Self.fileName.utf8)
    }
    synchronize()
  }

  /// Keeps room on the disk for removing items when it is full; does nothing where that is done already, or where there is
  /// no room.
  func keepReserve() {
    let (name, size) = (Self.fileName + Self.reserveEnding, Self.reserveByteCount)
    // because an error here means that the next change reports it
    if let status = try? status(of: name), status.size >= size, status.blocks > 0 { return }
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW
    // because where the file cannot be made there is no room to be kept
    guard let file = try? FileDescriptor((folder + "/" + name).utf8, flags) else { return }
    if posix_fallocate(file.number, 0, off_t(size)) != 0 { releaseReserve() }
  }

  /// Gives the room back.
  func releaseReserve() {
    // because the name is a string that outlives the call
    unsafe _ = unlink(folder + "/" + Self.fileName + Self.reserveEnding)
  }

  /// Waits until nobody else makes a store in the folder.
  private func takeTurn() throws(KeychainError) -> FileDescriptor {
    try KeychainError.reaching(.folder) { () throws(SystemFailure) in
      let place = try FileDescriptor(".".utf8, in: opened, O_RDONLY | O_DIRECTORY)
      _ = try place.lock(LOCK_EX)
      return place
    }
  }

  /// Makes an empty file for the owner alone, so that nobody else can open it at any time.
  private func makeFile(_ name: String) throws(KeychainError) {
    try KeychainError.reaching(.store) { () throws(SystemFailure) in
      let file = try FileDescriptor(name.utf8, in: opened, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
      // The rights are exact even under a mask that takes some away from the owner.
      guard fchmod(file.number, 0o600) == 0 else { throw .latest }
    }
  }

  /// Removes a database that is nobody's and the files beside it.
  private func removeFiles(_ name: String) {
    // because what cannot be removed is noticed when the name is needed
    for ending in Self.endings { _ = try? opened.remove((name + ending).utf8) }
  }

  /// Brings the names in the folder to the disk.
  private func synchronize() {
    // because a folder that cannot be brought to the disk still has the names
    try? opened.handToDisk()
  }

  /// Which file the database's name stands for now; `nil` when there is none.
  ///
  /// - Throws: `KeychainError.file(_:code:)`, and what opening another folder throws that took the name of this one.
  func identity() throws(KeychainError) -> FileStatus.Identity? {
    try follow()
    return try status(of: Self.fileName)?.identity
  }

  /// Examines the folder again when it is another one than before: somebody may have put a copy in its place.
  private func follow() throws(KeychainError) {
    switch FileStatus.of(folder, followsLink: false) {
    case .success(let status):
      guard status.identity != examined.current else { return }
      let other = try StoreLocation(opening: folder).examined.current
      examined.withLock { $0 = other }
    case .failure(let failure):
      throw failure.meansNothingThere ? .unavailable(.store) : .file(.folder, code: failure.code)
    }
  }

  private func status(of name: String) throws(KeychainError) -> FileStatus? {
    switch FileStatus.of(folder + "/" + name, followsLink: false) {
    case .success(let status): return status
    case .failure(let failure):
      guard failure.meansNothingThere else { throw .file(.store, code: failure.code) }
      return nil
    }
  }

  private static func examine(
    _ opened: borrowing FileDescriptor, _ path: String
  ) throws(KeychainError) -> (folder: String, FileStatus.Identity) {
    let status = try KeychainError.reaching(.folder) { () throws(SystemFailure) in try opened.status() }
    guard status.isPrivate else { throw .insecurePermissions(.folder) }
    guard try FileSystem.sharesMemory(opened.number) else { throw .unsupported(.fileSystem) }
    // because the result is freed below
    guard let resolved = unsafe realpath(path, nil) else { throw .file(.folder, code: errno) }
    defer { unsafe free(resolved) }  // because realpath allocated it
    return (unsafe String(cString: resolved), status.identity)
  }
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
