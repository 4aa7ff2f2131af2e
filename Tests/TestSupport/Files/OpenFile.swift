import Foundation

/// An open file that no program inherits; closed with this object.
final class OpenFile: Sendable {
  let descriptor: Int32

  /// Makes a file without a name, to be read from its beginning.
  init(holding bytes: Data = Data()) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "omamori-\(UUID().uuidString)").path
    // because the path is a string that outlives the call
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    unsafe _ = unlink(path)
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    try handle.write(contentsOf: bytes)
    try handle.seek(toOffset: 0)
  }

  /// Opens a file that is there, to read it.
  init(opening path: String) throws {
    // because the path is a string that outlives the call
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close(descriptor) }

  /// Everything in it; where others write to it stays as it is.
  func contents() throws -> Data {
    var all = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let room = buffer.count
      // because at most the array's own size is written into it
      let count = unsafe pread(descriptor, &buffer, room, all.count)
      guard count >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      guard count > 0 else { return all }
      all += buffer[..<count]
    }
  }
}
