import Foundation
import Glibc

/// A program that runs beside the tests; ended with this object.
final class ChildProcess: Sendable {
  private let pid: pid_t
  /// What it writes to standard output.
  let output: Int32
  private let input: Int32

  init(_ program: String, _ arguments: [String]) throws {
    var (toChild, fromChild): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard unsafe pipe(&toChild) == 0, unsafe pipe(&fromChild) == 0 else { throw POSIXError(.EMFILE) }
    for descriptor in toChild + fromChild { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // A pipe of another test that this one kept open would never end for its reader.
    for descriptor: Int32 in 3..<1024 { unsafe posix_spawn_file_actions_addclose(&actions, descriptor) }
    var argv: [UnsafeMutablePointer<CChar>?] =
      unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    var child: pid_t = 0
    let code = unsafe posix_spawn(&child, program, &actions, nil, &argv, environ)
    unsafe argv.forEach { unsafe free($0) }
    unsafe posix_spawn_file_actions_destroy(&actions)
    (pid, output, input) = (child, fromChild[0], toChild[1])
    close(toChild[0])
    close(fromChild[1])
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
  }

  deinit {
    kill(pid, SIGKILL)
    var status: Int32 = 0
    unsafe _ = waitpid(pid, &status, 0)
    close(output)
    close(input)
  }

  /// Waits for a line.
  func readLine() throws -> Data {
    var (line, byte): (Data, UInt8) = (Data(), 0)
    while unsafe read(output, &byte, 1) == 1 {
      if byte == 0x0A { return line }
      line.append(byte)
    }
    throw POSIXError(.ECHILD)
  }
}
