import Glibc
import OmamoriCore
import OmamoriTransport

/// The part of a download beside its destination, with a record of it; locked as long as this object is there.
///
/// Both files are this user's alone, never links. Its methods are called one after the other, and work on a thread of their
/// own.
final class PartialFile: Sendable {
  private let destination: String
  private let data: Int32
  private let record: Int32

  private var dataPath: String { destination + ".omamori-part" }
  private var recordPath: String { destination + ".omamori-part.record" }

  /// Opens the part beside a destination, or makes an empty one.
  ///
  /// - Parameter destination: The path of the file that will be there.
  /// - Returns: The part.
  /// - Throws: `TransportError.file(code:)`; `EAGAIN` when another download has it, `EPERM` when it is not this user's
  ///   alone.
  static func open(beside destination: String) async throws(TransportError) -> PartialFile {
    try await OwnThread.run { () throws(TransportError) in try PartialFile(destination) }
  }

  private init(_ destination: String) throws(TransportError) {
    guard !destination.isEmpty, !destination.utf8.contains(0) else { throw .file(code: EINVAL) }
    var status = stat()
    // because stat fills the record that is passed
    if unsafe stat(destination, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw .file(code: EISDIR)
    }
    let record = try Self.own(destination + ".omamori-part.record")
    do throws(TransportError) {
      guard flock(record, LOCK_EX | LOCK_NB) == 0 else { throw .file(code: errno) }
      // Whoever had it before may have removed it meanwhile; then the lock is on a file without a name.
      var (named, locked) = (stat(), stat())
      // because both calls fill the records that are passed
      guard unsafe lstat(destination + ".omamori-part.record", &named) == 0,
        unsafe fstat(record, &locked) == 0,
        named.st_ino == locked.st_ino, named.st_dev == locked.st_dev
      else { throw .file(code: EAGAIN) }
      data = try Self.own(destination + ".omamori-part")
    } catch {
      close(record)
      throw error
    }
    (self.destination, self.record) = (destination, record)
  }

  deinit {
    close(data)
    close(record)
  }

  /// Lets another download have the part, which this object does not touch any more.
  ///
  /// Not left to `deinit`: the thread that did the last work may hold this object a moment longer than its caller.
  func unlock() { _ = flock(record, LOCK_UN) }

  /// What is there of a URL; `nil` for nothing that can be gone on with.
  func kept(of url: RequestURL) async throws(TransportError) -> PartialRecord? {
    try await OwnThread.run { [self] () throws(TransportError) in
      var bytes = [UInt8](repeating: 0, count: PartialRecord.greatestSize + 1)
      // because the buffer has room for as many bytes
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(record, $0.baseAddress, $0.count, 0) }
      var status = stat()
      // because fstat fills the record that is passed
      guard count >= 0, unsafe fstat(data, &status) == 0 else { throw .file(code: errno) }
      guard let kept = PartialRecord(Array(bytes[..<count])), kept.isOf(url), kept.size > 0,
        kept.size <= Int64(status.st_size)
      else { return nil }
      return kept
    }
  }

  /// Whether no byte of any download is there.
  func isEmpty() async throws(TransportError) -> Bool {
    try await OwnThread.run { [self] () throws(TransportError) in
      var status = stat()
      // because fstat fills the record that is passed
      guard unsafe fstat(data, &status) == 0 else { throw .file(code: errno) }
      return status.st_size == 0
    }
  }

  /// Makes the part empty, and writes down whose it is going to be.
  func begin(_ kept: PartialRecord?) async throws(TransportError) {
    try await OwnThread.run { [self] () throws(TransportError) in
      // The old bytes are gone from the disk before the new record is there.
      guard ftruncate(data, 0) == 0, fdatasync(data) == 0 else { throw .file(code: errno) }
      try write(kept)
    }
  }

  /// Writes bytes at a place.
  func write(_ bytes: Data, at offset: Int64) async throws(TransportError) {
    try await OwnThread.run { [self] () throws(TransportError) in try Self.write(bytes, to: data, at: offset)
    }
  }

  /// Brings what was written to the disk, and writes down how much it is.
  func keep(_ kept: PartialRecord) async throws(TransportError) {
    try await OwnThread.run { [self] () throws(TransportError) in
      guard ftruncate(data, off_t(kept.size)) == 0, fdatasync(data) == 0 else { throw .file(code: errno) }
      try write(kept)
    }
  }

  /// Brings the whole to the disk and gives it the name of the destination.
  ///
  /// - Parameter size: The size of the whole, in bytes.
  /// - Throws: `TransportError.file(code:)`.
  func finish(_ size: Int64) async throws(TransportError) {
    try await OwnThread.run { [self] () throws(TransportError) in
      guard ftruncate(data, off_t(size)) == 0, fsync(data) == 0,
        // because both names are strings that outlive the call
        unsafe rename(dataPath, destination) == 0
      else { throw .file(code: errno) }
      // because the name is a string that outlives the call
      unsafe _ = unlink(recordPath)
      let folder = destination.lastIndex(of: "/").map { String(destination[...$0]) } ?? "."
      let descriptor = unsafe Glibc.open(folder, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return }
      _ = fsync(descriptor)
      close(descriptor)
    }
  }

  /// Removes the part and its record.
  func discard() async throws(TransportError) {
    try await OwnThread.run { [self] () throws(TransportError) in
      // because the names are strings that outlive the calls
      unsafe _ = unlink(dataPath)
      unsafe _ = unlink(recordPath)
    }
  }

  private func write(_ kept: PartialRecord?) throws(TransportError) {
    let bytes = kept?.bytes ?? []
    try Self.write(Data(bytes), to: record, at: 0)
    guard ftruncate(record, off_t(bytes.count)) == 0, fdatasync(record) == 0 else { throw .file(code: errno) }
  }

  /// Opens or makes a file that is this user's alone.
  private static func own(_ path: String) throws(TransportError) -> Int32 {
    // because open reads the path during the call
    let descriptor = unsafe Glibc.open(
      path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw .file(code: errno) }
    var status = stat()
    // because fstat fills the record that is passed
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_nlink == 1, status.st_mode & 0o077 == 0
    else {
      close(descriptor)
      throw .file(code: EPERM)
    }
    return descriptor
  }

  private static func write(_ bytes: Data, to descriptor: Int32, at offset: Int64) throws(TransportError) {
    // because the buffer has as many bytes
    let code = unsafe bytes.withUnsafeBytes { buffer -> Int32 in
      var done = 0
      while done < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        let count = unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return count < 0 ? errno : EIO }
        done += count
      }
      return 0
    }
    guard code == 0 else { throw .file(code: code) }
  }
}
