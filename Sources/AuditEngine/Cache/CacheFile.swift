#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// Reads and replaces the file of a cache.
enum CacheFile {
  /// Why a file cannot be read or written.
  enum Failure: Error {
    case system(code: Int32)
  }

  /// The content of the file at `path`, which must be a plain file of the user's own and not too long.
  static func read(_ path: String) throws(Failure) -> [UInt8] {
    // because the path is a string that outlives the call
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(code: errno) }
    defer { close(descriptor) }
    var status = stat()
    // because the structure is filled by the call alone
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else { throw .system(code: EPERM) }
    guard status.st_size <= AuditCache.longest else { throw .system(code: EFBIG) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      // because no more than the rest of the array is filled
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Self.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      }
      guard read > 0 else { throw .system(code: read < 0 ? errno : EIO) }
      count += read
    }
    return bytes
  }

  /// Puts `bytes` at `path` in one step; the file is readable for its owner only.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    guard let slash = path.lastIndex(of: "/") else { throw .system(code: EINVAL) }
    let folder = String(path[..<slash])
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .system(code: EACCES)
    }
    let temporary = path + "." + UUID().uuidString
    // because the path is a string that outlives the call
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .system(code: errno) }
    let isWritten = write(bytes, to: descriptor)
    close(descriptor)
    // because both paths are strings that outlive the calls
    guard isWritten, unsafe rename(temporary, path) == 0 else {
      unsafe unlink(temporary)
      throw .system(code: EIO)
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      // because no more than the rest of the array is read
      let count = unsafe rest.withUnsafeBytes { unsafe append($0, to: descriptor) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  // because the buffer is valid for the length of the call
  private static func append(_ buffer: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    #if canImport(Darwin)
    unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
    unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
    #else
    unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  // because the buffer is valid for the length of the call
  private static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
    unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
    unsafe Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #else
    unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}
