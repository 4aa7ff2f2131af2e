import Glibc
import OmamoriCore
import OmamoriTransport

/// The part of a download beside its destination, with a record of it; locked as long as this object is there.
///
/// Both files are this user's alone, never links. Its methods are called one after the other, and work on a thread of their
/// own.
final class PartialFile: Sendable {
  private let destination: String
  private let data: FileDescriptor
  private let record: FileDescriptor

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
    guard FileStatus(at: destination)?.kind != .folder else { throw .file(code: EISDIR) }
    let path = destination + ".omamori-part.record"
    let record = try Self.own(path)
    try Self.doing { () throws(SystemFailure) in
      guard try record.lock(LOCK_EX | LOCK_NB) else { throw SystemFailure(code: EAGAIN) }
      // Whoever had it before may have removed it meanwhile; then the lock is on a file without a name.
      let locked = try record.status().identity
      guard (try? FileStatus.of(path, followsLink: false).get())?.identity == locked else {
        throw SystemFailure(code: EAGAIN)
      }
    }
    data = try Self.own(destination + ".omamori-part")
    self.destination = destination
    self.record = record
  }

  /// Lets another download have the part, which this object does not touch any more.
  ///
  /// Not left to `deinit`: the thread that did the last work may hold this object a moment longer than its caller.
  func unlock() { _ = flock(record.number, LOCK_UN) }

  /// What is there of a URL; `nil` for nothing that can be gone on with.
  func kept(of url: RequestURL) async throws(TransportError) -> PartialRecord? {
    try await OwnThread.run { [self] () throws(TransportError) in
      let (bytes, size) = try Self.doing { () throws(SystemFailure) in
        (try record.read(PartialRecord.greatestSize + 1), try data.status().size)
      }
      guard let kept = PartialRecord(bytes), kept.isOf(url), kept.size > 0, kept.size <= Int64(size) else {
        return nil
      }
      return kept
    }
  }

  /// Whether no byte of any download is there.
  func isEmpty() async throws(TransportError) -> Bool {
    try await OwnThread.run { [self] () throws(TransportError) in
      try Self.doing { () throws(SystemFailure) in try data.status().size == 0 }
    }
  }

  /// Makes the part empty, and writes down whose it is going to be.
  func begin(_ kept: PartialRecord?) async throws(TransportError) {
    try await OwnThread.run { [self] () throws(TransportError) in
      // The old bytes are gone from the disk before the new record is there.
      try Self.doing { () throws(SystemFailure) in
        try data.cut(at: 0)
        try data.synchronize(contentOnly: true)
      }
      try write(kept)
    }
  }

  /// Writes bytes at a place.
  func write(_ bytes: Data, at offset: Int64) async throws(TransportError) {
    try await OwnThread.run { [self] () throws(TransportError) in
      try Self.doing { () throws(SystemFailure) in try data.write(Array(bytes), at: UInt64(max(0, offset))) }
    }
  }

  /// Brings what was written to the disk, and writes down how much it is.
  func keep(_ kept: PartialRecord) async throws(TransportError) {
    try await OwnThread.run { [self] () throws(TransportError) in
      try Self.doing { () throws(SystemFailure) in
        try data.cut(at: kept.size)
        try data.synchronize(contentOnly: true)
      }
      try write(kept)
    }
  }

  /// Brings the whole to the disk and gives it the name of the destination.
  ///
  /// - Parameter size: The size of the whole, in bytes.
  /// - Throws: `TransportError.file(code:)`.
  func finish(_ size: Int64) async throws(TransportError) {
    try await OwnThread.run { [self] () throws(TransportError) in
      try Self.doing { () throws(SystemFailure) in
        try data.cut(at: size)
        try data.synchronize()
        // because both names are strings that outlive the call
        guard unsafe rename(dataPath, destination) == 0 else { throw .latest }
      }
      // because the name is a string that outlives the call
      unsafe _ = unlink(recordPath)
      // because the file has its name; a folder that cannot be brought to the disk is no reason to say that it has not
      try? FileDescriptor(PendingFile.folder(of: destination).utf8, O_RDONLY).handToDisk()
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
    try Self.doing { () throws(SystemFailure) in
      try record.write(bytes)
      try record.cut(at: Int64(bytes.count))
      try record.synchronize(contentOnly: true)
    }
  }

  /// Opens or makes a file that is this user's alone.
  private static func own(_ path: String) throws(TransportError) -> FileDescriptor {
    try doing { () throws(SystemFailure) in
      let file = try FileDescriptor(path.utf8, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK)
      let status = try file.status()
      guard status.kind == .file, status.isPrivate, status.names == 1 else {
        throw SystemFailure(code: EPERM)
      }
      return file
    }
  }

  private static func doing<Value: ~Copyable>(
    _ body: () throws(SystemFailure) -> Value
  ) throws(TransportError) -> Value {
    try SystemFailure.rethrown(as: { TransportError.file(code: $0.code) }, body)
  }
}
