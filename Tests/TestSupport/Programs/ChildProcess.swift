import Foundation
import OmamoriSystem

/// A child of this process, which inherits nothing but what is named here.
///
/// It has a process group of its own, no signal blocked or ignored, and no descriptor but its three standard streams.
/// It is killed with this object.
final class ChildProcess: Sendable {
  /// The process's number, which is that of its group too.
  let number: pid_t
  /// How it ended, once it was waited for.
  private let ended = StateMutex<Int32?>(nil)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: The program, as a path or a name, and its arguments.
  ///   - environment: All its variables; this process's unless given.
  ///   - folder: The working folder; this process's unless given.
  ///   - input: What standard input is, `/dev/null` unless given.
  ///   - output: What standard output is, likewise.
  ///   - errors: What standard error is, likewise.
  /// - Throws: `POSIXError` when it cannot be started.
  init(
    _ words: [String], environment: [String: String]? = nil, in folder: String? = nil, input: Int32? = nil,
    output: Int32? = nil, errors: Int32? = nil
  ) throws {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    for (stream, descriptor) in [input, output, errors].enumerated() {
      if let descriptor {
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(stream))
      } else {
        unsafe posix_spawn_file_actions_addopen(&actions, Int32(stream), "/dev/null", O_RDWR, 0)
      }
    }
    // A pipe of another test that this one kept open would never end for its reader.
    unsafe try Self.closeOthers(&actions)
    if let folder { unsafe try Self.change(to: folder, &actions) }

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
    // The threads of Swift's tasks block signals, and a program would go on blocking them.
    var (none, all) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let variables = environment ?? ProcessInfo.processInfo.environment
    let argv = unsafe words.map { unsafe strdup($0) } + [nil]
    let envp = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (argv + envp).forEach { unsafe free($0) } }
    let program = words[0].contains("/") ? words[0] : Program.find(words[0]) ?? words[0]
    var number: pid_t = 0
    let code = unsafe posix_spawn(&number, program, &actions, &attributes, argv, envp)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    self.number = number
  }

  deinit {
    signal(SIGKILL)
    _ = wait(seconds: 10)
  }

  /// The exit code, or the number of the signal that ended the program as a negative number; `nil` while it runs.
  var status: Int32? {
    ended.withLock { ended in
      if ended == nil {
        var status: Int32 = 0
        let found = unsafe waitpid(number, &status, WNOHANG)
        if found == number { ended = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F) }
      }
      return ended
    }
  }

  /// Waits for the end, for `seconds` at most; gives the status.
  func wait(seconds: Double) -> Int32? {
    let limit = ContinuousClock.now + .seconds(seconds)
    while true {
      if let status { return status }
      guard ContinuousClock.now < limit else { return nil }
      usleep(1_000)
    }
  }

  /// Sends a signal to the program, or to its whole group; nothing once it was waited for.
  func signal(_ signal: Int32, toGroup: Bool = false) {
    ended.withLock { ended in
      if ended == nil { _ = kill(toGroup ? -number : number, signal) }
    }
  }
}

// The headers of glibc hide these two from Swift, which defines no _GNU_SOURCE.
extension ChildProcess {
  private typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>

  private static func closeOthers(_ actions: Actions) throws {
    typealias Function = @convention(c) (Actions, Int32) -> Int32
    guard let function = unsafe dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else {
      throw POSIXError(.ENOSYS)
    }
    // because this is the type of the function
    unsafe _ = unsafeBitCast(function, to: Function.self)(actions, 3)
  }

  private static func change(to folder: String, _ actions: Actions) throws {
    typealias Function = @convention(c) (Actions, UnsafePointer<CChar>) -> Int32
    guard let function = unsafe dlsym(nil, "posix_spawn_file_actions_addchdir_np") else {
      throw POSIXError(.ENOSYS)
    }
    // because this is the type of the function, which copies the path
    unsafe _ = unsafeBitCast(function, to: Function.self)(actions, folder)
  }
}
