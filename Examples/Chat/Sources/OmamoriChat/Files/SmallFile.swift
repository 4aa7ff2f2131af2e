import ChatSystem
import Glibc

/// A file that is read or written as a whole.
enum SmallFile {
  /// Reads a file to its end.
  ///
  /// - Parameters:
  ///   - path: The file, or `-` for standard input.
  ///   - limit: The most bytes.
  /// - Returns: The bytes.
  /// - Throws: ``ChatFault`` when it cannot be read or has more bytes.
  static func read(_ path: String, limit: Int) throws(ChatFault) -> [UInt8] {
    // because the name is a string that outlives the call
    let file = unsafe path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .unreadable(path, errno) }
    defer { if file != 0 { close(file) } }
    do throws(SystemFailure) {
      return try PrivateFile.read(file, limit: limit)
    } catch {
      throw error.code == EFBIG ? .tooLarge(path) : .unreadable(path, error.code)
    }
  }

  /// Writes a file for nobody but its owner, in place of one that may stand there.
  static func write(_ bytes: [UInt8], to path: String) throws(WriteFailure) {
    do throws(SystemFailure) {
      try PrivateFile.write(bytes, to: path, replacing: true)
    } catch {
      throw WriteFailure(path: path, code: error.code)
    }
  }

  /// Makes a file for nobody but its owner.
  ///
  /// - Throws: ``ChatFault`` when something stands there, ``WriteFailure``.
  static func create(_ path: String, _ bytes: [UInt8]) throws {
    do throws(SystemFailure) {
      try PrivateFile.write(bytes, to: path, replacing: false)
    } catch {
      if error.code == EEXIST { throw ChatFault.backupExists(path) }
      throw WriteFailure(path: path, code: error.code)
    }
  }
}
