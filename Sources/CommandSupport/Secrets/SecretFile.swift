import CommandLineKit
package import OmamoriCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A new file with a secret in it, for nobody but its owner.
package enum SecretFile {
  /// Makes a file that was not there before, readable for its owner only, and brings it to the disk.
  ///
  /// - Parameters:
  ///   - path: The file. It is never replaced, and a symbolic link is not followed.
  ///   - contents: The bytes.
  /// - Throws: ``CryptoFault`` when something stands there, `CommandLineError`; nothing is left behind then.
  package static func create(_ path: String, _ contents: borrowing SecretBytes) throws {
    do throws(SystemFailure) {
      try begin(path, contents, replacing: false).commit(isDurable: true)
    } catch {
      let isTaken = error.meansAlreadyThere || error.code == EISDIR
      throw isTaken ? CryptoFault.keyExists(path) : CommandLineError.writeFailed(path: path, code: error.code)
    }
  }

  /// Makes a file, readable for its owner only, that has its content on the disk and no name yet.
  package static func begin(
    _ path: String, _ contents: borrowing SecretBytes, replacing isReplacing: Bool
  ) throws(SystemFailure) -> PendingFile {
    let pending = try PendingFile(path, replacing: isReplacing)
    // A mask that takes the owner's own rights away would make the file useless.
    guard fchmod(pending.file.number, 0o600) == 0 else { throw .latest }
    try write(contents, to: pending.file)
    try pending.synchronize()
    return pending
  }

  /// Writes all bytes; gives 0 or the error number.
  package static func write(_ contents: borrowing SecretBytes, to file: Int32) -> Int32 {
    do throws(SystemFailure) { try write(contents, to: FileDescriptor(file, closing: false)) } catch {
      return error.code
    }
    return 0
  }

  private static func write(
    _ contents: borrowing SecretBytes, to file: borrowing FileDescriptor
  ) throws(SystemFailure) {
    // because the buffer stays inside the closure
    try unsafe contents.bytes.withUnsafeBytes { bytes throws(SystemFailure) in
      try unsafe file.writeNext(bytes)
    }
  }
}

extension CryptoFault {
  /// A key is never replaced: what was encrypted to it would be lost.
  package static func keyExists(_ path: String) -> CryptoFault {
    CryptoFault(
      .usage, HelpText("\(Printable.quote(path)) already exists", ja: "\(Printable.quote(path)) は既に存在します"),
      hint: HelpText("keys are never replaced: choose another name", ja: "鍵は上書きできません。別の名前を指定してください"))
  }
}
