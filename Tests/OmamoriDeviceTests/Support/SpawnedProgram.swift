#if os(Linux)
import Foundation
import Glibc
import Synchronization

/// A program that runs beside the tests; ended with this object.
final class SpawnedProgram: Sendable {
  struct Failure: Error {
    let what: String
  }

  let process: pid_t
  private let output: Int32
  private let input: Int32

  /// Starts a program with the given additions to the environment.
  init(
    _ program: String, _ arguments: [String] = [], environment additions: [String: String] = [:],
    mergesErrors: Bool = false
  ) throws {
    var (toChild, fromChild): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard unsafe pipe(&toChild) == 0, unsafe pipe(&fromChild) == 0 else { throw Failure(what: "pipe") }
    for descriptor in toChild + fromChild { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    if mergesErrors {
      unsafe posix_spawn_file_actions_adddup2(&actions, fromChild[1], 2)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    // A pipe of another test that this one kept open would never end for its reader.
    for descriptor: Int32 in 3..<256 { unsafe posix_spawn_file_actions_addclose(&actions, descriptor) }
    var argv: [UnsafeMutablePointer<CChar>?] =
      unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    let variables = ProcessInfo.processInfo.environment.merging(additions) { $1 }
    var envp: [UnsafeMutablePointer<CChar>?] =
      unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    var child: pid_t = 0
    // A thread of the tests may block signals that the program lives on, such as gdb on SIGCHLD.
    var attributes = posix_spawnattr_t()
    var none = sigset_t()
    unsafe posix_spawnattr_init(&attributes)
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let code = unsafe posix_spawn(&child, program, &actions, &attributes, &argv, &envp)
    unsafe posix_spawnattr_destroy(&attributes)
    unsafe (argv + envp).forEach { unsafe free($0) }
    unsafe posix_spawn_file_actions_destroy(&actions)
    (process, output, input) = (code == 0 ? child : -1, fromChild[0], toChild[1])
    close(toChild[0])
    close(fromChild[1])
    guard code == 0 else { throw Failure(what: program) }
  }

  deinit { stop() }

  private let isStopped = Mutex(false)

  /// Ends the program at once and waits for its end.
  func stop() {
    let wasStopped = isStopped.withLock { stopped in
      defer { stopped = true }
      return stopped
    }
    guard !wasStopped else { return }
    if process > 0 { kill(process, SIGKILL) }
    var status: Int32 = 0
    unsafe _ = waitpid(process, &status, 0)
    close(output)
    close(input)
  }

  /// Writes a line to the program.
  func send(_ line: String) { unsafe _ = write(input, line + "\n", line.utf8.count + 1) }

  /// Waits for a line, at most `seconds`.
  func readLine(seconds: Double = 20) throws -> String {
    var line: [UInt8] = []
    let deadline = Date(timeIntervalSinceNow: seconds)
    while Date() < deadline {
      var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&wait, 1, 100) > 0 else { continue }
      var byte: UInt8 = 0
      guard unsafe read(output, &byte, 1) == 1 else { throw Failure(what: "ended") }
      if byte == 0x0A { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    throw Failure(what: "no line in time")
  }

  /// Waits for a line that holds `text`.
  func wait(for text: String, seconds: Double = 20) throws {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while Date() < deadline {
      if try readLine(seconds: seconds).contains(text) { return }
    }
    throw Failure(what: "no \(text) in time")
  }

  /// Runs a program to its end, at most `seconds`.
  static func output(
    of program: String, _ arguments: [String], environment: [String: String] = [:], seconds: Double = 60
  ) throws -> (text: String, status: Int32) {
    let child = try SpawnedProgram(program, arguments, environment: environment, mergesErrors: true)
    close(child.input)
    var lines: [String] = []
    while let line = try? child.readLine(seconds: seconds) { lines.append(line) }
    return (lines.joined(separator: "\n"), child.finish())
  }

  /// Waits for the end of a program whose output has ended, or ends it.
  private func finish() -> Int32 {
    var status: Int32 = -1
    for _ in 0..<500 where status == -1 {
      if unsafe waitpid(process, &status, WNOHANG) == process { break }
      status = -1
      usleep(10_000)
    }
    if status == -1 {
      kill(process, SIGKILL)
      unsafe _ = waitpid(process, &status, 0)
    }
    isStopped.withLock { $0 = true }
    close(output)
    return status
  }
}
#endif
