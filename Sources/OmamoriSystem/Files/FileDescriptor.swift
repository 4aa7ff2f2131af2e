#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open file or folder; closed when the value ends, unless it is a borrowed one.
///
/// Reads and writes are complete or throw, carry their own position, and go on after an interruption. All calls may block.
/// Safe to use from any thread.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The number that the system knows it by.
  package let number: Int32
  private let isOwned: Bool

  /// Takes over an open descriptor, or borrows one that stays open, such as standard input.
  package init(_ number: Int32, closing isOwned: Bool = true) {
    (self.number, self.isOwned) = (number, isOwned)
  }

  /// Opens or makes a file, or opens a folder; programs that are started do not inherit it.
  ///
  /// - Parameters:
  ///   - path: The bytes of the path; one with a zero byte is refused with `EINVAL`, since it would end there.
  ///   - flags: The flags of open(2), beside `O_CLOEXEC`.
  ///   - permissions: The permissions of a file that is made, less what the umask takes away.
  /// - Throws: The refusal of the system.
  package init(
    _ path: some Collection<UInt8>, _ flags: Int32, permissions: UInt16 = 0o600
  ) throws(SystemFailure) {
    try self.init(path, AT_FDCWD, flags, permissions)
  }

  /// Opens or makes an entry of a folder, which another folder that takes its name meanwhile does not change.
  package init(
    _ name: some Collection<UInt8>, in folder: borrowing FileDescriptor, _ flags: Int32,
    permissions: UInt16 = 0o600
  ) throws(SystemFailure) {
    try self.init(name, folder.number, flags, permissions)
  }

  /// Opens a file or a folder; `nil` when there is none.
  package static func existing(
    _ path: some Collection<UInt8>, _ flags: Int32
  ) throws(SystemFailure) -> FileDescriptor? {
    do throws(SystemFailure) { return try FileDescriptor(path, flags) } catch {
      guard error.meansNothingThere else { throw error }
      return nil
    }
  }

  /// Opens an entry of a folder; `nil` when there is none.
  package static func existing(
    _ name: some Collection<UInt8>, in folder: borrowing FileDescriptor, _ flags: Int32
  ) throws(SystemFailure) -> FileDescriptor? {
    do throws(SystemFailure) { return try FileDescriptor(name, in: folder, flags) } catch {
      guard error.meansNothingThere else { throw error }
      return nil
    }
  }

  private init(
    _ path: some Collection<UInt8>, _ folder: Int32, _ flags: Int32, _ permissions: UInt16
  ) throws(SystemFailure) {
    let path = try Self.terminated(path)
    // because the path ends with a zero
    let number = unsafe openat(folder, path, flags | O_CLOEXEC, mode_t(permissions))
    guard number >= 0 else { throw .latest }
    self.init(number)
  }

  deinit { if isOwned { close(number) } }

  /// What the system says of it now.
  package func status() throws(SystemFailure) -> FileStatus {
    guard let status = FileStatus(descriptor: number) else { throw .latest }
    return status
  }

  /// Reads at a place until the room is full or the file ends.
  ///
  /// - Returns: The number of bytes.
  package func read(
    into room: UnsafeMutableRawBufferPointer, at offset: UInt64 = 0
  ) throws(SystemFailure) -> Int {
    var filled = 0
    while filled < room.count {
      // because the call writes at most the rest of the room
      let count = unsafe pread(
        number, room.baseAddress?.advanced(by: filled), room.count - filled,
        off_t(clamping: offset + UInt64(filled)))
      if count == 0 { break }
      if count > 0 { filled += count } else if errno != EINTR { throw .latest }
    }
    return filled
  }

  /// Reads up to `count` bytes at a place; fewer only where the file ends.
  package func read(_ count: Int, at offset: UInt64 = 0) throws(SystemFailure) -> [UInt8] {
    var failure: SystemFailure?
    // because the closure says how many bytes were read
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      // because the part lies within the room
      let part = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(room)[..<count])
      do throws(SystemFailure) { filled = try unsafe read(into: part, at: offset) } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads a regular file from its start to its end.
  ///
  /// - Parameter limit: The most bytes that it may have.
  /// - Returns: All of its bytes.
  /// - Throws: The refusal of the system; `EINVAL` for what is no regular file, `EFBIG` for one with more bytes, `EIO` for
  ///   one that became shorter meanwhile.
  package func readWhole(limit: Int) throws(SystemFailure) -> [UInt8] {
    let status = try status()
    guard status.kind == .file else { throw SystemFailure(code: EINVAL) }
    guard status.size <= limit else { throw SystemFailure(code: EFBIG) }
    let bytes = try read(status.size)
    guard bytes.count == status.size else { throw SystemFailure(code: EIO) }
    return bytes
  }

  /// Reads what comes next of a file, a pipe or a terminal, at least one byte, waiting for it.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  package func readNext(into room: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
    while true {
      // because the call writes at most the size of the room
      let count = unsafe systemRead(number, room.baseAddress, room.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .latest }
    }
  }

  /// Reads a file, a pipe or a terminal from where it stands to its end.
  ///
  /// - Parameter limit: The most bytes that may come.
  /// - Returns: The bytes.
  /// - Throws: The refusal of the system; `EFBIG` when more bytes come.
  package func readToEnd(limit: Int) throws(SystemFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // because the room outlives the call
      let result = unsafe room.withUnsafeMutableBytes { room in
        Result { () throws(SystemFailure) in try unsafe readNext(into: room) }
      }
      let count = try result.get()
      guard count > 0 else { return bytes }
      bytes += room[..<count]
      guard bytes.count <= limit else { throw SystemFailure(code: EFBIG) }
    }
  }

  /// Writes all of the bytes at a place.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64 = 0) throws(SystemFailure) {
    var written = 0
    while written < bytes.count {
      // because the call reads at most the rest of the bytes
      let count = unsafe pwrite(
        number, bytes.baseAddress?.advanced(by: written), bytes.count - written,
        off_t(clamping: offset + UInt64(written)))
      if count == 0 { throw SystemFailure(code: EIO) }
      if count > 0 { written += count } else if errno != EINTR { throw .latest }
    }
  }

  /// Writes all of the bytes at a place.
  package func write(_ bytes: [UInt8], at offset: UInt64 = 0) throws(SystemFailure) {
    // because the buffer is only read during the call
    let result = unsafe bytes.withUnsafeBytes { bytes in
      Result { () throws(SystemFailure) in try unsafe write(bytes, at: offset) }
    }
    try result.get()
  }

  /// Writes all of the bytes where the file, the pipe or the terminal stands; waits for a full one that does not block.
  package func writeNext(_ bytes: UnsafeRawBufferPointer) throws(SystemFailure) {
    var written = 0
    while written < bytes.count {
      // because the call reads at most the rest of the bytes
      let count = unsafe systemWrite(number, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        var entry = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&entry, 1, 1_000)  // because the call looks at exactly one entry, which outlives it
      } else if errno != EINTR {
        throw .latest
      }
    }
  }

  /// Writes all of the bytes where the file, the pipe or the terminal stands; waits for a full one that does not block.
  package func writeNext(_ bytes: [UInt8]) throws(SystemFailure) {
    // because the buffer is only read during the call
    let result = unsafe bytes.withUnsafeBytes { bytes in
      Result { () throws(SystemFailure) in try unsafe writeNext(bytes) }
    }
    try result.get()
  }

  /// Makes the file end at a place.
  package func cut(at size: Int64) throws(SystemFailure) {
    guard ftruncate(number, off_t(size)) == 0 else { throw .latest }
  }

  /// Brings the file to the disk, and not only to the cache of the disk where the file system can tell the two apart.
  ///
  /// - Parameter contentOnly: Whether only the bytes have to get there, with the length that they need, and not such things
  ///   as times; makes no difference on Apple systems.
  /// - Throws: The refusal of the system.
  package func synchronize(contentOnly: Bool = false) throws(SystemFailure) {
    while Self.flush(number, contentOnly: contentOnly) != 0 {
      guard errno == EINTR else { throw .latest }
    }
  }

  /// Hands the file or the names in a folder to the disk (fsync(2)); on Apple systems it may stay in the disk's cache.
  package func handToDisk() throws(SystemFailure) {
    while fsync(number) != 0 { guard errno == EINTR else { throw .latest } }
  }

  /// Takes a lock, which ends with the descriptor.
  ///
  /// - Parameter operation: The operation of flock(2).
  /// - Returns: Whether the lock was taken; always with an operation that waits.
  /// - Throws: The refusal of the system.
  package func lock(_ operation: Int32) throws(SystemFailure) -> Bool {
    while flock(number, operation) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw .latest }
    }
    return true
  }

  /// Gives an entry of this folder another name in it, in one step; what has that name is replaced.
  package func move(
    _ old: some Collection<UInt8>, to new: some Collection<UInt8>
  ) throws(SystemFailure) {
    let (old, new) = (try Self.terminated(old), try Self.terminated(new))
    // because both names end with a zero
    guard unsafe renameat(number, old, number, new) == 0 else { throw .latest }
  }

  /// Gives an entry of this folder a second name in it, which nothing may have.
  package func link(
    _ old: some Collection<UInt8>, as new: some Collection<UInt8>
  ) throws(SystemFailure) {
    let (old, new) = (try Self.terminated(old), try Self.terminated(new))
    // because both names end with a zero
    guard unsafe linkat(number, old, number, new, 0) == 0 else { throw .latest }
  }

  /// Removes an entry of this folder that is no folder; says whether there was one.
  @discardableResult
  package func remove(_ name: some Collection<UInt8>) throws(SystemFailure) -> Bool {
    let name = try Self.terminated(name)
    // because the name ends with a zero
    if unsafe unlinkat(number, name, 0) == 0 { return true }
    guard errno == ENOENT else { throw .latest }
    return false
  }

  /// The names in a folder, without `.` and `..`, in any order; at most `limit` of them.
  package func names(limit: Int = .max) throws(SystemFailure) -> [[UInt8]] {
    // because the name is a literal; a descriptor of its own has a position of its own
    let again = unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard again >= 0 else { throw .latest }
    // because the stream takes the descriptor over and is closed below
    guard let stream = unsafe fdopendir(again) else {
      let failure = SystemFailure.latest
      close(again)
      throw failure
    }
    defer { unsafe _ = closedir(stream) }
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    var names: [[UInt8]] = []
    while names.count < limit {
      errno = 0
      // because each entry is copied before the next one is asked for
      guard let entry = unsafe readdir(stream) else {
        if errno != 0 { throw .latest }
        break
      }
      // because the name begins there and ends with a zero; on some file systems it is longer than its declaration
      let start = unsafe (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
      let name = unsafe Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
      if name != [0x2E] && name != [0x2E, 0x2E] { names.append(name) }
    }
    return names
  }

  /// A name as the system takes it.
  static func terminated(_ name: some Collection<UInt8>) throws(SystemFailure) -> [CChar] {
    guard !name.contains(0) else { throw SystemFailure(code: EINVAL) }
    return name.map { CChar(bitPattern: $0) } + [0]
  }
}

private func systemRead(_ number: Int32, _ room: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(number, room, count)  // because the caller's room has that many bytes
}

private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, bytes, count)  // because the caller has that many bytes
}
