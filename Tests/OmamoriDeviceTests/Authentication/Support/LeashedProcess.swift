import Foundation
import OmamoriCore

/// A program that serves a test and ends with it, even when the test's process is killed.
///
/// A shell in a process group of its own waits for the end of its standard input, which only the test holds open, and
/// then ends the program by its number.
final class LeashedProcess: Sendable {
  /// One at a time: no program is started while another one's pipes are not yet hidden from it.
  private static let starting = Protected(())
  private static let script =
    #""$@" & child=$!; cat > /dev/null; kill "$child" 2> /dev/null; wait "$child""#

  private struct State {
    var number: pid_t?
    var leash: Int32
    var output: Int32
  }

  private let state: Protected<State>

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - environment: What to add to the environment.
  /// - Throws: `CocoaError` when it cannot be started.
  init(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws {
    let environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let texts = ["/bin/sh", "-c", Self.script, "sh"] + arguments
    let started = Self.starting.withLock { _ -> State? in
      var (leash, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
      guard unsafe pipe(&leash) == 0, unsafe pipe(&output) == 0 else { return nil }
      for end in leash + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      defer {
        _ = close(leash[0])
        _ = close(output[1])
      }
      let number = Self.spawn(
        texts, environment.map { "\($0.key)=\($0.value)" }, input: leash[0], output: output[1])
      return State(number: number, leash: leash[1], output: output[0])
    }
    guard let started, started.number != nil else { throw CocoaError(.executableLoad) }
    state = Protected(started)
  }

  deinit {
    end()
    _ = close(state.current.output)
  }

  private static func spawn(
    _ arguments: [String], _ environment: [String], input: Int32, output: Int32
  ) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
    // The threads of Swift's tasks block signals, and a program would go on blocking them.
    var noSignals = sigset_t()
    unsafe sigemptyset(&noSignals)
    unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    var number: pid_t = 0
    let argv = unsafe arguments.map { unsafe strdup($0) } + [nil]
    let envp = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer { unsafe (argv + envp).forEach { unsafe free($0) } }
    guard unsafe posix_spawn(&number, arguments[0], &actions, &attributes, argv, envp) == 0 else {
      return nil
    }
    return number
  }

  /// The number of the process group.
  var group: pid_t { state.current.number ?? 0 }

  /// Ends the program and waits for that; what does not end within two seconds is killed.
  ///
  /// - Parameter signal: `SIGTERM`, or `SIGKILL` to end the program in the middle of what it does.
  func end(_ signal: Int32 = SIGTERM) {
    let (number, leash) = state.withLock { state in
      defer { (state.number, state.leash) = (nil, -1) }
      return (state.number, state.leash)
    }
    guard let number else { return }
    if signal == SIGKILL { _ = kill(-number, SIGKILL) }
    _ = close(leash)
    for _ in 0..<200 {
      if waitpid(number, nil, WNOHANG) != 0 { return }
      usleep(10_000)
    }
    _ = kill(-number, SIGKILL)
    _ = waitpid(number, nil, 0)
  }

  /// The first line that the program writes; empty when it ends without one.
  func firstLine() -> String {
    let output = state.current.output
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < 4096, unsafe read(output, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// Whether a program is installed.
  static func exists(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }
}
