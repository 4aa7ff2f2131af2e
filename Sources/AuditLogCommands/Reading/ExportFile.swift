import CommandLineKit
import OmamoriCore

/// A new file that has its name only when it is complete; nothing is left of it otherwise.
final class ExportFile: Sendable {
  private let path: String
  private let pending: PendingFile

  /// Begins a file that only its owner can read.
  ///
  /// - Throws: `CommandLineError`.
  init(_ path: String) throws {
    self.path = path
    pending = try Self.writing(path) { () throws(SystemFailure) in try PendingFile(path, replacing: false) }
  }

  /// Adds bytes.
  func write(_ bytes: [UInt8]) throws {
    try Self.writing(nil) { () throws(SystemFailure) in try pending.file.writeNext(bytes) }
  }

  /// Brings the file to the disk and gives it its name, which no file must have.
  ///
  /// - Throws: `CommandLineError`.
  func finish() throws {
    try Self.writing(path) { () throws(SystemFailure) in
      try pending.synchronize()
      try pending.commit(isDurable: true)
    }
  }

  private static func writing<Value>(
    _ path: String?, _ body: () throws(SystemFailure) -> Value
  ) throws(CommandLineError) -> Value {
    try SystemFailure.rethrown(as: { CommandLineError.writeFailed(path: path, code: $0.code) }, body)
  }
}
