import CSQLite
import Foundation
import OmamoriCore

/// The moments of this process at which a database is at work: the beginning and the end of every statement, moments
/// within longer ones, and every change of a file, half done.
///
/// One of them ends the process, at once and with nothing tidied up. For processes that live for one test.
enum CrashPoints {
  private struct State {
    var isCounting = false
    var passed = 0
    var last = Int.max
  }

  private static let state = Protected(State())

  /// Watches all connections that are opened from now on, and counts nothing yet.
  static func watch() {
    // because the functions below have the types that SQLite calls them with
    unsafe _ = sqlite3_auto_extension(unsafeBitCast(opened, to: (@convention(c) () -> Void).self))
    guard let system = unsafe sqlite3_vfs_find(nil), let set = unsafe system.pointee.xSetSystemCall else {
      return
    }
    for name in ["pwrite", "pwrite64"] {
      unsafe _ = set(system, name, unsafeBitCast(write, to: sqlite3_syscall_ptr.self))
    }
    unsafe _ = set(system, "ftruncate", unsafeBitCast(truncate, to: sqlite3_syscall_ptr.self))
    unsafe _ = set(system, "unlink", unsafeBitCast(unlinkFile, to: sqlite3_syscall_ptr.self))
  }

  /// Begins to count.
  ///
  /// - Parameter last: How many moments to live through.
  static func begin(last: Int) {
    state.withLock { $0 = State(isCounting: true, passed: 0, last: last) }
  }

  /// How many moments there were.
  static var passed: Int { state.current.passed }

  /// Ends the process as a power failure ends a program.
  static func end() -> Never {
    kill(getpid(), SIGKILL)
    while true { usleep(1_000_000) }
  }

  /// Whether the process has to end now.
  private static func isLast() -> Bool {
    state.withLock { state in
      guard state.isCounting else { return false }
      state.passed += 1
      return state.passed > state.last
    }
  }

  private static func pass() { if isLast() { end() } }

  private static let opened:
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Int32 = {
      database, _, _ in
      let events = UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE)
      // because the connection is open and neither function needs a context
      unsafe _ = sqlite3_trace_v2(database, events, { _, _, _, _ in CrashPoints.passing() }, nil)
      unsafe sqlite3_progress_handler(database, 32, { _ in CrashPoints.passing() }, nil)
      return SQLITE_OK
    }

  private static func passing() -> Int32 {
    pass()
    return 0
  }

  private static let write: @convention(c) (Int32, UnsafeRawPointer?, Int, off_t) -> Int = {
    file, bytes, count, place in
    guard CrashPoints.isLast() else { return unsafe pwrite(file, bytes, count, place) }
    unsafe _ = pwrite(file, bytes, count / 2, place)
    CrashPoints.end()
  }

  private static let truncate: @convention(c) (Int32, off_t) -> Int32 = { file, size in
    CrashPoints.pass()
    return ftruncate(file, size)
  }

  private static let unlinkFile: @convention(c) (UnsafePointer<CChar>?) -> Int32 = { path in
    CrashPoints.pass()
    guard let path = unsafe path else { return -1 }
    return unsafe unlink(path)
  }
}

extension CrashPoints {
  /// The moments to try out of all there are: all of them with `OMAMORI_DEEP`, otherwise some, spread evenly, and each
  /// time others.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - usual: How many to try; `OMAMORI_SOAK` is a factor of it.
  /// - Returns: How many moments to live through, one number a try.
  static func chosen(of count: Int, usual: Int) -> [Int] {
    let environment = ProcessInfo.processInfo.environment
    let factor = environment["OMAMORI_SOAK"].flatMap(Double.init) ?? 1
    let wanted = environment["OMAMORI_DEEP"] != nil ? count : max(1, Int(Double(usual) * factor))
    guard wanted < count else { return Array(0..<count) }
    return (0..<wanted).map { Int.random(in: $0 * count / wanted..<($0 + 1) * count / wanted) }
  }
}
