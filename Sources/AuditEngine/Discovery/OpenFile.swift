#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// An open file or folder; closed when the last reference to it goes.
///
/// Everything below a folder is opened by single names relative to it and never through a link, so that a tree that
/// changes during the audit cannot lead it elsewhere. Safe to use from several threads: reads carry their position.
package final class OpenFile: Sendable {
  /// The most names that are read from one folder.
  static let maximumNames = 1_000_000

  /// What the system calls this file by; only this type and its extensions use it.
  let descriptor: CInt

  private init(owning descriptor: CInt) throws(SystemFailure) {
    guard descriptor >= 0 else { throw .latest }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Opens the file or folder that `path` leads to, through links if need be; for paths a person gave.
  package convenience init(following path: String) throws(SystemFailure) {
    // because the text of the path outlives the call
    try self.init(owning: unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
  }

  /// Looks at what `path` leads to, through links, without opening it.
  static func status(following path: String) throws(SystemFailure) -> FileStatus {
    var raw = stat()
    // because stat fills in the structure that lives here for the call
    guard unsafe stat(path, &raw) == 0 else { throw .latest }
    return FileStatus(raw)
  }

  /// The path without links, `.` and `..`, or `nil` when it leads nowhere.
  static func resolved(_ path: [UInt8]) -> [UInt8]? {
    let terminated = path.map { CChar(bitPattern: $0) } + [0]
    // because realpath returns memory that is ours: it is copied and given back here
    guard let real = unsafe realpath(terminated, nil) else { return nil }
    defer { unsafe free(real) }  // because realpath allocated it
    // because the text ends with a zero byte
    return unsafe bytes(upToZero: UnsafeRawPointer(real))
  }

  /// Opens the entry `name` of this folder; a link is refused.
  package func opening(_ name: some Collection<UInt8>, folder: Bool) throws(SystemFailure) -> OpenFile {
    let terminated = name.map { CChar(bitPattern: $0) } + [0]
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (folder ? O_DIRECTORY : 0)
    // because the name is a zero-terminated array that outlives the call
    return try OpenFile(owning: unsafe openat(descriptor, terminated, flags))
  }

  /// Opens the entry at `path` below this folder, one name at a time.
  package func opening(_ path: RelativePath, folder: Bool) throws(SystemFailure) -> OpenFile {
    let names = path.components
    var current = self
    for (index, name) in names.enumerated() {
      current = try current.opening(name, folder: folder || index < names.count - 1)
    }
    return current
  }

  /// What the system says about this file.
  func status() throws(SystemFailure) -> FileStatus {
    var raw = stat()
    // because fstat fills in the structure that lives here for the call
    guard unsafe fstat(descriptor, &raw) == 0 else { throw .latest }
    return FileStatus(raw)
  }

  /// What the system says about the entry `name` of this folder; links are not followed.
  func status(of name: [UInt8]) throws(SystemFailure) -> FileStatus {
    let terminated = name.map { CChar(bitPattern: $0) } + [0]
    var raw = stat()
    // because the name ends with zero and the structure lives here for the call
    guard unsafe fstatat(descriptor, terminated, &raw, AT_SYMLINK_NOFOLLOW) == 0 else { throw .latest }
    return FileStatus(raw)
  }

  /// The names in this folder, without `.` and `..`, in byte order; at most ``maximumNames``.
  package func names() throws(SystemFailure) -> [[UInt8]] {
    // because the literal ends with zero; a descriptor of its own keeps the position of this one
    let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw .latest }
    // because the stream takes the descriptor over and is closed below
    guard let stream = unsafe fdopendir(copy) else {
      let failure = SystemFailure.latest
      close(copy)
      throw failure
    }
    defer { unsafe closedir(stream) }  // because it was opened above
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    var names: [[UInt8]] = []
    while names.count < Self.maximumNames {
      errno = 0
      // because the stream is open and each entry is copied before the next is asked for
      guard let entry = unsafe readdir(stream) else {
        if errno != 0 { throw .latest }
        break
      }
      let start = unsafe UnsafeRawPointer(entry) + offset  // because the name lies there
      let name = unsafe Self.bytes(upToZero: start)  // because the name ends with zero
      if name != [0x2E] && name != [0x2E, 0x2E] { names.append(name) }
    }
    names.sort { $0.lexicographicallyPrecedes($1) }
    return names
  }

  /// Reads up to `count` bytes from `offset` on; fewer only where the file ends.
  package func read(at offset: Int, count: Int) throws(SystemFailure) -> [UInt8] {
    var failure: SystemFailure?
    let descriptor = self.descriptor
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        guard let base = buffer.baseAddress else { break }
        // because the buffer has room for `count` bytes, of which `filled` are written
        let got = unsafe pread(descriptor, base + filled, count - filled, off_t(offset + filled))
        if got > 0 {
          filled += got
        } else if got == 0 {
          break
        } else if errno != EINTR {
          failure = .latest
          break
        }
      }
    }  // because pread initialises exactly the bytes it counts
    if let failure { throw failure }
    return bytes
  }

  /// Copies a text that ends with a zero byte.
  private static func bytes(upToZero start: UnsafeRawPointer) -> [UInt8] {
    // because the caller vouches for the zero at the end
    let length = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: length))  // because as above
  }
}
