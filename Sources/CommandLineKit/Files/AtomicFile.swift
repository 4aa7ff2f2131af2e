#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

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
    var information = stat()
    // because stat fills exactly one structure, which outlives the call
    let exists = unsafe stat(path, &information) == 0
    guard exists else { return try replace(path, bytes, permissions: permissions, old: nil) }
    switch information.st_mode & S_IFMT {
    case S_IFREG: try replace(resolved(path), bytes, permissions: permissions, old: information)
    case S_IFDIR: throw .writeFailed(path: path, code: EISDIR)
    default: try writeDirectly(bytes, to: path)
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
    var information = stat()
    // because stat fills exactly one structure, which outlives the call
    let isFolder = unsafe stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    guard isFolder else { throw .writeFailed(path: path, code: code) }
  }
}

extension AtomicFile {
  private static func replace(
    _ path: String,
    _ bytes: [UInt8],
    permissions: UInt16?,
    old: stat?
  ) throws(CommandLineError) {
    let (descriptor, temporary) = try create(beside: path, permissions: old == nil ? permissions : 0o600)
    var code = old.map { keep($0, on: descriptor) } ?? 0
    if code == 0 { code = Descriptor.writeAll(bytes, to: descriptor) }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    // because both names are strings that outlive the call
    if code == 0, unsafe rename(temporary, path) != 0 { code = errno }
    guard code == 0 else {
      // because the name is a string that outlives the call
      _ = unsafe unlink(temporary)
      throw .writeFailed(path: path, code: code)
    }
    synchronize(folder(of: path))
  }

  /// Makes a new file with a name nobody can guess.
  private static func create(
    beside path: String,
    permissions: UInt16?
  ) throws(CommandLineError) -> (descriptor: Int32, path: String) {
    var code = EEXIST
    for _ in 0..<16 where code == EEXIST {
      let temporary = "\(folder(of: path))/.\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
      let flags = O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW
      // because the name is a string that outlives the call
      let descriptor = unsafe open(temporary, flags, mode_t(permissions ?? 0o666))
      if descriptor >= 0 { return (descriptor, temporary) }
      code = errno
    }
    throw .writeFailed(path: path, code: code)
  }

  /// Gives the new file the owner (where allowed) and the permissions of the old one.
  private static func keep(_ old: stat, on descriptor: Int32) -> Int32 {
    let isOwner = fchown(descriptor, old.st_uid, old.st_gid) == 0
    // Without the owner, special bits would give another user's rights away.
    let mode = old.st_mode & (isOwner ? 0o7777 : 0o777)
    return fchmod(descriptor, mode) == 0 ? 0 : errno
  }

  private static func writeDirectly(_ bytes: [UInt8], to path: String) throws(CommandLineError) {
    // because the name is a string that outlives the call
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .writeFailed(path: path, code: errno) }
    defer { close(descriptor) }
    let code = Descriptor.writeAll(bytes, to: descriptor)
    if code == EPIPE { throw .outputClosed }
    if code != 0 { throw .writeFailed(path: path, code: code) }
  }

  /// `path` without symbolic links.
  private static func resolved(_ path: String) -> String {
    // because realpath gives memory of its own, which is copied and freed here
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }  // because it is ours
    return unsafe String(cString: real)  // because it ends with a zero
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Brings the new name to the disk, where the system can.
  private static func synchronize(_ folder: String) {
    // because the name is a string that outlives the call
    let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}
