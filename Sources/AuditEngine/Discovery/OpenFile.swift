#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif
package import OmamoriCore

/// An open file or folder; closed when the last reference to it goes.
///
/// Everything below a folder is opened by single names relative to it and never through a link, so that a tree that
/// changes during the audit cannot lead it elsewhere. Safe to use from several threads: reads carry their position.
package final class OpenFile: Sendable {
  /// The most names that are read from one folder.
  static let maximumNames = 1_000_000

  /// What the system calls this file by; only this type and its extensions use it.
  let descriptor: FileDescriptor

  private init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// Opens the file or folder that `path` leads to, through links if need be; for paths a person gave.
  package convenience init(following path: String) throws(SystemFailure) {
    self.init(try FileDescriptor(path.utf8, O_RDONLY | O_NONBLOCK))
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
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | (folder ? O_DIRECTORY : 0)
    return OpenFile(try FileDescriptor(name, in: descriptor, flags))
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
  func status() throws(SystemFailure) -> FileStatus { try descriptor.status() }

  /// What the system says about the entry `name` of this folder; links are not followed.
  func status(of name: [UInt8]) throws(SystemFailure) -> FileStatus {
    try FileStatus.of(name, in: descriptor)
  }

  /// The names in this folder, without `.` and `..`, in byte order; at most ``maximumNames``.
  package func names() throws(SystemFailure) -> [[UInt8]] {
    try descriptor.names(limit: Self.maximumNames).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Reads up to `count` bytes from `offset` on; fewer only where the file ends.
  package func read(at offset: Int, count: Int) throws(SystemFailure) -> [UInt8] {
    try descriptor.read(count, at: UInt64(max(0, offset)))
  }

  /// Copies a text that ends with a zero byte.
  private static func bytes(upToZero start: UnsafeRawPointer) -> [UInt8] {
    // because the caller vouches for the zero at the end
    let length = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: length))  // because as above
  }
}
