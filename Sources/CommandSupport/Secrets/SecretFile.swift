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
    let flags = O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC
    // because the name is a string that outlives the call
    let file = unsafe open(path, flags, 0o600)
    guard file >= 0 else {
      if errno == EEXIST { throw CryptoFault.keyExists(path) }
      throw CommandLineError.writeFailed(path: path, code: errno)
    }
    var code = write(contents, to: file)
    // A mask that takes the owner's own rights away would make the file useless.
    if code == 0, fchmod(file, 0o600) != 0 || fsync(file) != 0 { code = errno }
    if close(file) != 0, code == 0 { code = errno }
    guard code == 0 else {
      unsafe _ = unlink(path)
      throw CommandLineError.writeFailed(path: path, code: code)
    }
  }

  /// Writes all bytes; gives 0 or the error number.
  package static func write(_ contents: borrowing SecretBytes, to file: Int32) -> Int32 {
    contents.withBytes { bytes in
      // because the buffer stays inside the closure
      unsafe bytes.withUnsafeBytes { buffer in
        var start = 0
        while start < buffer.count {
          // because it lies in the buffer
          let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
          // because it reads exactly the rest
          let count = unsafe systemWrite(file, rest.baseAddress, rest.count)
          if count < 0, errno == EINTR { continue }
          guard count >= 0 else { return errno }
          start += count
        }
        return 0
      }
    }
  }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)  // because the caller has that many bytes
}

extension CryptoFault {
  /// A key is never replaced: what was encrypted to it would be lost.
  package static func keyExists(_ path: String) -> CryptoFault {
    CryptoFault(
      .usage, HelpText("\(Printable.quote(path)) already exists", ja: "\(Printable.quote(path)) は既に存在します"),
      hint: HelpText("keys are never replaced: choose another name", ja: "鍵は上書きできません。別の名前を指定してください"))
  }
}
