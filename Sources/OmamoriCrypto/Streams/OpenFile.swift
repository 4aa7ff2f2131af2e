#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// An open file, pipe or device; closed with the last owner when it is ours.
///
/// Reads and writes are complete or throw; interrupted calls are made again. Safe to use from any thread.
final class OpenFile: Sendable {
  /// The number the system knows it by.
  let descriptor: Int32
  private let isOurs: Bool
  /// The most bytes to write at once.
  private let largestWrite: Int

  /// Takes over an open descriptor, or borrows one that stays open, such as standard input.
  init(_ descriptor: Int32, closing isOurs: Bool) {
    (self.descriptor, self.isOurs) = (descriptor, isOurs)
    var information = stat()
    // because the call fills exactly one structure, which outlives it
    let isKnown = unsafe fstat(descriptor, &information) == 0
    // Where a pipe or a socket has room it takes this much without waiting, so that the work can always be cancelled.
    let mayWait =
      isKnown && [S_IFIFO, S_IFSOCK].contains(information.st_mode & S_IFMT)
      && fcntl(descriptor, F_GETFL) & O_NONBLOCK == 0
    largestWrite = mayWait ? Int(PIPE_BUF) : .max
  }

  /// Opens a file for reading; a symbolic link is followed.
  ///
  /// - Throws: `CryptoError.file(_:code:)`.
  convenience init(reading path: String) throws(CryptoError) {
    // A zero byte would end the name early, and another file would be meant.
    guard !path.utf8.contains(0) else { throw .file(.openSource, code: EINVAL) }
    // because the name is a string that outlives the call
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .file(.openSource, code: errno) }
    self.init(descriptor, closing: true)
  }

  /// Opens a pipe or a device for writing; a symbolic link is followed.
  ///
  /// - Throws: `CryptoError.file(_:code:)`, `CryptoError.destinationExists` when a file came to stand there meanwhile.
  convenience init(writingStream path: String) throws(CryptoError) {
    // because the name is a string that outlives the call
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .file(.write, code: errno) }
    // The descriptor is ours alone; one that refuses is written to in small parts.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    self.init(descriptor, closing: true)
    guard try snapshot().kind == .stream else { throw .destinationExists }
  }

  /// Borrows a descriptor that stays open, to read from it.
  ///
  /// - Throws: `CryptoError.file(_:code:)` for one that only writes, such as the wrong end of a pipe, where nothing would
  ///   ever come.
  convenience init(readingDescriptor descriptor: Int32) throws(CryptoError) {
    let mode = fcntl(descriptor, F_GETFL)
    guard mode >= 0, mode & O_ACCMODE != O_WRONLY else { throw .file(.openSource, code: EBADF) }
    self.init(descriptor, closing: false)
  }

  /// Borrows a descriptor that stays open, to write to it.
  ///
  /// - Throws: `CryptoError.file(_:code:)` for one that only reads, such as the wrong end of a pipe, where there would
  ///   never be room.
  convenience init(writingDescriptor descriptor: Int32) throws(CryptoError) {
    let mode = fcntl(descriptor, F_GETFL)
    guard mode >= 0, mode & O_ACCMODE != O_RDONLY else { throw .file(.write, code: EBADF) }
    if let own = Self.reopenPipe(descriptor) {
      self.init(own, closing: true)
    } else {
      self.init(descriptor, closing: false)
    }
  }

  deinit { if isOurs { close(descriptor) } }

  /// What the system says of it now.
  ///
  /// - Throws: `CryptoError.file(_:code:)`.
  func snapshot() throws(CryptoError) -> FileSnapshot {
    var information = stat()
    // because the call fills exactly one structure, which outlives it
    guard unsafe fstat(descriptor, &information) == 0 else { throw .file(.read, code: errno) }
    return FileSnapshot(information)
  }

  /// Reads at a place until the room is full or the file ends; gives the number of bytes.
  ///
  /// - Throws: `CryptoError.file(_:code:)`.
  func read(
    into room: UnsafeMutableRawBufferPointer,
    at offset: UInt64
  ) throws(CryptoError) -> Int {
    var filled = 0
    while filled < room.count {
      // because the call writes at most the rest of the room
      let count = unsafe pread(
        descriptor, room.baseAddress?.advanced(by: filled), room.count - filled,
        off_t(clamping: offset + UInt64(filled)))
      if count == 0 { break }
      if count > 0 { filled += count } else if errno != EINTR { throw .file(.read, code: errno) }
    }
    return filled
  }

  /// Reads a file of a known size from its start.
  ///
  /// - Throws: `CryptoError.file(_:code:)`, `CryptoError.sourceChanged` when it is shorter.
  func readAll(size: Int) throws(CryptoError) -> [UInt8] {
    var failure: CryptoError?
    // because the closure says how many bytes were read
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { room, count in
      // because the part lies within the room
      let part = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(room)[..<size])
      do throws(CryptoError) { count = try unsafe read(into: part, at: 0) } catch { failure = error }
    }
    if let failure { throw failure }
    guard bytes.count == size else { throw .sourceChanged }
    return bytes
  }

  /// Reads what is there next, at least one byte unless the stream ends, waiting for it.
  ///
  /// - Parameters:
  ///   - room: Room for the bytes.
  ///   - isCancelled: Asked several times a second while nothing comes.
  /// - Returns: The number of bytes; 0 at the end.
  /// - Throws: `CryptoError.file(_:code:)`, `CryptoError.cancelled`.
  func readNext(
    into room: UnsafeMutableRawBufferPointer,
    isCancelled: () -> Bool
  ) throws(CryptoError) -> Int {
    while true {
      try wait(for: Int16(POLLIN), .read, isCancelled: isCancelled)
      // because the call writes at most the size of the room
      let count = unsafe systemRead(descriptor, room.baseAddress, room.count)
      if count >= 0 { return count }
      guard errno == EINTR || errno == EAGAIN else { throw .file(.read, code: errno) }
    }
  }

  /// Writes all of the bytes at a place.
  ///
  /// - Throws: `CryptoError.file(_:code:)`.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(CryptoError) {
    var written = 0
    while written < bytes.count {
      // because the call reads at most the rest of the bytes
      let count = unsafe pwrite(
        descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written,
        off_t(clamping: offset + UInt64(written)))
      if count >= 0 { written += count } else if errno != EINTR { throw .file(.write, code: errno) }
    }
  }

  /// Writes all of the bytes next, waiting for a slow reader.
  ///
  /// - Throws: `CryptoError.file(_:code:)`, `CryptoError.cancelled`.
  func writeNext(
    _ bytes: UnsafeRawBufferPointer,
    isCancelled: () -> Bool
  ) throws(CryptoError) {
    var written = 0
    while written < bytes.count {
      try wait(for: Int16(POLLOUT), .write, isCancelled: isCancelled)
      // because the call reads at most the rest of the bytes
      let count = unsafe systemWrite(
        descriptor, bytes.baseAddress?.advanced(by: written), min(bytes.count - written, largestWrite))
      if count >= 0 {
        written += count
      } else if errno != EINTR && errno != EAGAIN {
        throw .file(.write, code: errno)
      }
    }
  }

  /// Brings the bytes to the disk.
  ///
  /// - Throws: `CryptoError.file(_:code:)`.
  func synchronize() throws(CryptoError) {
    while Self.flush(descriptor) != 0 {
      // Some file systems and devices have nothing to bring anywhere.
      if errno == EINVAL || errno == ENOTSUP { return }
      guard errno == EINTR else { throw .file(.synchronize, code: errno) }
    }
  }

  private func wait(
    for events: Int16,
    _ operation: FileOperation,
    isCancelled: () -> Bool
  ) throws(CryptoError) {
    var request = pollfd(fd: descriptor, events: events, revents: 0)
    while true {
      if isCancelled() { throw .cancelled }
      // because the call looks at exactly one request, which outlives it
      let count = unsafe poll(&request, 1, 100)
      // An error or a closed end shows itself in the read or write that follows.
      if count > 0 { return }
      if count < 0 && errno != EINTR { throw .file(operation, code: errno) }
    }
  }
}

private func systemRead(_ descriptor: Int32, _ room: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, room, count)  // because the caller's room has that many bytes
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)  // because the caller has that many bytes
}
