import Glibc

/// The disk under a store, and a file that keeps room on it for removing things when it is full.
///
/// SQLite writes what it removes into its log first, which a full disk does not take. One thread at a time.
struct StoreDisk: Sendable {
  /// The least room that is kept, in bytes: twice what removing the largest envelope takes.
  private static let minimumReserve: Int64 = 1 << 20

  private let path: String
  private let reserve: Int64
  private var isKept = false

  /// Looks at a disk.
  ///
  /// - Parameters:
  ///   - path: The file of the store.
  ///   - limit: The most bytes to keep; of a small disk it is a quarter.
  init(_ path: String, limit: Int) {
    self.path = path
    reserve = min(Int64(limit), max(Self.minimumReserve, Self.blocks(path, \.f_blocks) / 4))
  }

  /// The bytes of the disk that the relay may still take.
  var free: Int64 { Self.blocks(path, \.f_bavail) }

  /// Whether the log of the store has become so long that the reserve would not hold what is in it soon.
  var isLogLong: Bool { Self.size(path + "-wal") > reserve / 4 }

  /// Keeps the room.
  ///
  /// - Returns: Whether it is kept; otherwise nothing may be added to the store.
  mutating func keepReserve() -> Bool {
    guard !isKept else { return true }
    // because the name is a string that outlives the call
    let file = unsafe open(path + "-reserve", O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
    guard file >= 0 else { return false }
    isKept = posix_fallocate(file, 0, off_t(reserve)) == 0
    close(file)
    if !isKept { releaseReserve() }
    return isKept
  }

  /// Gives the room to whoever needs it.
  mutating func releaseReserve() {
    isKept = false
    unsafe _ = unlink(path + "-reserve")  // because the name is a string that outlives the call
  }

  /// The bytes of so many blocks of the disk as a field says.
  private static func blocks(_ path: String, _ field: KeyPath<statvfs, fsblkcnt_t>) -> Int64 {
    var system = statvfs()
    // because the name is a string that outlives the call and the structure has room for the answer
    guard unsafe statvfs(path, &system) == 0 else { return 0 }
    let size = Int64(clamping: system[keyPath: field]).multipliedReportingOverflow(
      by: Int64(clamping: system.f_frsize))
    return size.overflow ? .max / 4 : min(size.partialValue, .max / 4)
  }

  private static func size(_ path: String) -> Int64 {
    var status = stat()
    // because the name is a string that outlives the call and the structure has room for the answer
    return unsafe stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }
}
