#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif
import OmamoriSystem

/// Writing a file so that a reader sees the old contents or the new, never half of them.
public enum AtomicFile {
  /// Writes `bytes` to a new file beside `path`, brings it to the disk, and gives it the name `path`.
  ///
  /// A file that was there keeps its permissions, and its owner where that is allowed; a symbolic link is
  /// followed. What is not a file, such as a terminal, a pipe or `/dev/null`, is written to directly. After a
  /// failure nothing is left behind.
  ///
  /// - Parameters:
  ///   - bytes: The new contents.
  ///   - path: The file to make or replace.
  ///   - permissions: The permissions of a new file, such as `0o600`; by default what the umask allows.
  /// - Throws: ``CommandLineError/writeFailed(path:code:)``.
  public static func write(
    _ bytes: [UInt8],
    to path: String,
    permissions: UInt16? = nil
  ) throws(CommandLineError) {
    let old = FileStatus(at: path)
    switch old?.kind {
    case .folder: throw .writeFailed(path: path, code: EISDIR)
    case .other: try writeDirectly(bytes, to: path)
    case .file, .link, nil:
      try SystemFailure.rethrown(as: { CommandLineError.writeFailed(path: path, code: $0.code) }) {
        () throws(SystemFailure) in
        let place = old == nil ? path : resolved(path)
        let pending = try PendingFile(
          place, replacing: true, permissions: old == nil ? permissions ?? 0o666 : 0o600)
        if let old { try pending.takeRights(of: old, specialBits: true) }
        try pending.file.write(bytes)
        try pending.synchronize()
        try pending.commit(isDurable: true)
      }
    }
  }
}

extension AtomicFile {
  /// Makes a folder when there is none at `path`; the folder around it has to exist.
  ///
  /// - Throws: ``CommandLineError/writeFailed(path:code:)``.
  public static func makeFolder(_ path: String) throws(CommandLineError) {
    // because the name is a string that outlives the call
    guard unsafe mkdir(path, 0o777) != 0 else { return }
    let code = errno
    guard FileStatus(at: path)?.kind == .folder else { throw .writeFailed(path: path, code: code) }
  }
}

extension AtomicFile {
  private static func writeDirectly(_ bytes: [UInt8], to path: String) throws(CommandLineError) {
    do throws(SystemFailure) {
      try FileDescriptor(path.utf8, O_WRONLY).writeNext(bytes)
    } catch {
      throw error.code == EPIPE ? .outputClosed : .writeFailed(path: path, code: error.code)
    }
  }

  /// `path` without symbolic links.
  private static func resolved(_ path: String) -> String {
    // because realpath gives memory of its own, which is copied and freed here
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }  // because it is ours
    return unsafe String(cString: real)  // because it ends with a zero
  }
}
