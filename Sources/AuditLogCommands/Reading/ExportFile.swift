import CommandLineKit
import CommandSupport
import Glibc
import OmamoriCore

/// A new file that has its name only when it is complete; what was written is removed otherwise.
final class ExportFile: Sendable {
  private let path: String
  private let draft: String
  private let terminal: Terminal

  /// Begins a file that only its owner can read.
  ///
  /// - Throws: `CommandLineError`.
  init(_ path: String) throws {
    self.path = path
    let name = path.split(separator: "/").last.map(String.init) ?? path
    draft = "\(OutputPlace.folder(of: path))/.\(name).\(getpid()).part"
    // because the name is a string that outlives the call
    let file = unsafe open(draft, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw CommandLineError.writeFailed(path: path, code: errno) }
    terminal = Terminal(descriptor: file)
  }

  deinit {
    close(terminal.descriptor)
    unsafe _ = unlink(draft)  // because the name is a string that outlives the call
  }

  /// Adds bytes.
  func write(_ bytes: [UInt8]) throws { try terminal.write(bytes: bytes) }

  /// Brings the file to the disk and gives it its name, which no file must have.
  ///
  /// - Throws: `CommandLineError`.
  func finish() throws {
    // because the names are strings that outlive the call
    guard fsync(terminal.descriptor) == 0, unsafe link(draft, path) == 0 else {
      throw CommandLineError.writeFailed(path: path, code: errno)
    }
  }
}
