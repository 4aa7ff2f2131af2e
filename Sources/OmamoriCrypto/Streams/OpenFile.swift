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
  private let file: FileDescriptor
  /// What the file belongs to, which must not end before.
  private let pending: PendingFile?
  /// The most bytes to write at once.
  private let largestWrite: Int

  /// The number the system knows it by.
  var descriptor: Int32 { file.number }

  private init(_ file: consuming FileDescriptor, of pending: PendingFile? = nil) {
    let number = file.number
    // Where a pipe or a socket has room it takes this much without waiting, so that the work can always be cancelled.
    let mayWait =
      FileStatus(descriptor: number)?.isPipe == true && fcntl(number, F_GETFL) & O_NONBLOCK == 0
    largestWrite = mayWait ? Int(PIPE_BUF) : .max
    self.file = file
    self.pending = pending
  }

  /// Borrows the file of one that is being written.
  convenience init(_ pending: PendingFile) {
    self.init(FileDescriptor(pending.file.number, closing: false), of: pending)
  }

  /// Opens a file for reading; a symbolic link is followed.
  ///
  /// - Throws: `CryptoError.file(_:code:)`.
  convenience init(reading path: String) throws(CryptoError) {
    self.init(
      try FileOperation.openSource.doing { () throws(SystemFailure) in
        try FileDescriptor(path.utf8, O_RDONLY | O_NOCTTY)
      })
  }

  /// Opens a pipe or a device for writing; a symbolic link is followed.
  ///
  /// - Throws: `CryptoError.file(_:code:)`, `CryptoError.destinationExists` when a file came to stand there meanwhile.
  convenience init(writingStream path: String) throws(CryptoError) {
    let file = try FileOperation.write.doing { () throws(SystemFailure) in
      try FileDescriptor(path.utf8, O_WRONLY | O_NOCTTY)
    }
    // The descriptor is ours alone; one that refuses is written to in small parts.
    _ = fcntl(file.number, F_SETFL, fcntl(file.number, F_GETFL) | O_NONBLOCK)
    self.init(file)
    guard try status().kind == .other else { throw .destinationExists }
  }

  /// Borrows a descriptor that stays open, to read from it.
  ///
  /// - Throws: `CryptoError.file(_:code:)` for one that only writes, such as the wrong end of a pipe, where nothing would
  ///   ever come.
  convenience init(readingDescriptor descriptor: Int32) throws(CryptoError) {
    let mode = fcntl(descriptor, F_GETFL)
    guard mode >= 0, mode & O_ACCMODE != O_WRONLY else { throw .file(.openSource, code: EBADF) }
    self.init(FileDescriptor(descriptor, closing: false))
  }

  /// Borrows a descriptor that stays open, to write to it.
  ///
  /// - Throws: `CryptoError.file(_:code:)` for one that only reads, such as the wrong end of a pipe, where there would
  ///   never be room.
  convenience init(writingDescriptor descriptor: Int32) throws(CryptoError) {
    let mode = fcntl(descriptor, F_GETFL)
    guard mode >= 0, mode & O_ACCMODE != O_RDONLY else { throw .file(.write, code: EBADF) }
    self.init(FileDescriptor.reopenPipe(descriptor) ?? FileDescriptor(descriptor, closing: false))
  }

  /// What the system says of it now.
  ///
  /// - Throws: `CryptoError.file(_:code:)`.
  func status() throws(CryptoError) -> FileStatus {
    try FileOperation.read.doing { () throws(SystemFailure) in try file.status() }
  }

  /// Reads at a place until the room is full or the file ends; gives the number of bytes.
  ///
  /// - Throws: `CryptoError.file(_:code:)`.
  func read(
    into room: UnsafeMutableRawBufferPointer,
    at offset: UInt64
  ) throws(CryptoError) -> Int {
    // because the room is the caller's
    try FileOperation.read.doing { () throws(SystemFailure) in try unsafe file.read(into: room, at: offset) }
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
    // because the bytes are the caller's
    try FileOperation.write.doing { () throws(SystemFailure) in try unsafe file.write(bytes, at: offset) }
  }

  /// Lets the disk begin with bytes that were just written, so that waiting for it in the end is short.
  func startSynchronizing(at offset: UInt64, count: Int) {
    file.startSynchronizing(at: offset, count: count)
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
