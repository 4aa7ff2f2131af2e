import Glibc

/// Files that are read and written as a whole, and that nobody but their owner can use.
///
/// Safe to use from any thread; blocks until the disk is done.
public enum PrivateFile {
  /// Reads a file; a symbolic link at the end of the path is not followed.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most bytes.
  /// - Returns: The bytes; `nil` when there is no such file.
  /// - Throws: ``SystemFailure``, with `EFBIG` for a file of more bytes and `EINVAL` for what is no file.
  public static func read(_ path: String, limit: Int) throws(SystemFailure) -> [UInt8]? {
    // because the name is a string that outlives the call
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw SystemFailure(code: errno)
    }
    defer { close(file) }
    var status = stat()
    // because fstat fills exactly one structure, which outlives the call
    guard unsafe fstat(file, &status) == 0 else { throw SystemFailure(code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SystemFailure(code: EINVAL) }
    return try read(file, limit: limit)
  }

  /// Reads an open file to its end.
  ///
  /// - Parameters:
  ///   - file: The descriptor; it stays open.
  ///   - limit: The most bytes.
  /// - Returns: The bytes.
  /// - Throws: ``SystemFailure``, with `EFBIG` when there are more bytes.
  public static func read(_ file: Int32, limit: Int) throws(SystemFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // because the call fills at most the room that the array has
      let count = unsafe Glibc.read(file, &room, room.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemFailure(code: errno) }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= limit else { throw SystemFailure(code: EFBIG) }
      bytes += room[..<count]
    }
  }

  /// Writes a file in one step, readable for its owner only, and brings it to the disk; nothing is left behind otherwise.
  ///
  /// - Parameters:
  ///   - bytes: The whole content.
  ///   - path: The file. A symbolic link that stands there is replaced, not followed.
  ///   - isReplacing: Whether a file that stands there may be replaced.
  /// - Throws: ``SystemFailure``, with `EEXIST` for a file that may not be replaced.
  public static func write(
    _ bytes: [UInt8], to path: String, replacing isReplacing: Bool
  ) throws(SystemFailure) {
    let folder = folder(of: path)
    let draft = folder + "/." + String(UInt64.random(in: .min ... .max), radix: 36) + ".tmp"
    // because the name is a string that outlives the call
    let file = unsafe open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
    guard file >= 0 else { throw SystemFailure(code: errno) }
    var code = write(bytes, to: file)
    // A mask that takes the owner's own rights away would make the file useless.
    if code == 0, fchmod(file, 0o600) != 0 || fsync(file) != 0 { code = errno }
    if close(file) != 0, code == 0 { code = errno }
    if code == 0 {
      // because the names are strings that outlive the calls
      let isNamed = unsafe isReplacing ? rename(draft, path) == 0 : link(draft, path) == 0
      if !isNamed { code = errno }
    }
    // because the name is a string that outlives the call; a draft that was renamed is not there any more
    unsafe _ = unlink(draft)
    guard code == 0 else { throw SystemFailure(code: code) }
    synchronize(folder)
  }

  /// Writes all bytes to a descriptor; gives 0, or the `errno` value that stopped it.
  ///
  /// A full pipe that does not block is waited for.
  public static func write(_ bytes: [UInt8], to file: Int32) -> Int32 {
    var start = 0
    while start < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        // because the rest lies in the array, which outlives the call
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
        return unsafe Glibc.write(file, rest.baseAddress, rest.count)  // because it reads exactly the rest
      }
      if count >= 0 {
        start += count
        continue
      }
      guard errno == EINTR || errno == EAGAIN else { return errno }
      guard errno == EAGAIN else { continue }
      var entry = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&entry, 1, 1_000)  // because poll is told of exactly the one entry
    }
    return 0
  }

  /// Makes a folder that only its owner can use, unless there is one; its parent must exist.
  ///
  /// - Parameter path: The folder.
  /// - Returns: Whether the folder is the caller's own and closed to everybody else.
  /// - Throws: ``SystemFailure``.
  public static func makeFolder(_ path: String) throws(SystemFailure) -> Bool {
    // because the name is a string that outlives the call
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemFailure(code: errno) }
    var status = stat()
    // because lstat fills exactly one structure, which outlives the call
    guard unsafe lstat(path, &status) == 0 else { throw SystemFailure(code: errno) }
    return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
  }

  /// The folder in which a file lies.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Brings a new name to the disk, where the system can.
  private static func synchronize(_ folder: String) {
    // because the name is a string that outlives the call
    let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}
