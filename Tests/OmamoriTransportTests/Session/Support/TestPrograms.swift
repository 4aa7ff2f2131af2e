import Foundation
import Glibc

/// The programs that the tests of sessions need.
enum TestPrograms {
  static let nginx = find("nginx")
  static let openssl = find("openssl")
  /// Whether a server with certificates can be started.
  static let areThere = nginx != nil && openssl != nil

  private static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return (folders + ["/usr/sbin", "/sbin"]).map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a program to its end.
  static func run(_ program: String, _ arguments: [String], in folder: URL) throws {
    // The shell is there to change the folder.
    let command = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder.path, program] + arguments
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    for descriptor: Int32 in 0...2 {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    var argv: [UnsafeMutablePointer<CChar>?] = unsafe command.map { unsafe strdup($0) } + [nil]
    defer { unsafe argv.forEach { unsafe free($0) } }
    var (child, status): (pid_t, Int32) = (0, 0)
    guard unsafe posix_spawn(&child, "/bin/sh", &actions, nil, &argv, environ) == 0,
      unsafe waitpid(child, &status, 0) == child, status == 0
    else { throw Failure(program: program, arguments: arguments) }
  }

  struct Failure: Error {
    let program: String
    let arguments: [String]
  }
}
