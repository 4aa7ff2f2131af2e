import Foundation
import Glibc
import OmamoriCore
import TestSupport

/// A core of a living process, made by a debugger.
///
/// It has all memory that the process ever wrote to: what it keeps out of ordinary cores is in this one too. The file is
/// removed in the end.
final class CoreDump {
  private static let debugger = "/usr/bin/gdb"
  private let path: String

  /// Runs the debugger, and again when it does not end.
  ///
  /// What a killed debugger has stopped goes on.
  private static let attempts = """
    for attempt in 1 2 3; do
      timeout -s KILL 20 "$@" && exit 0
      kill -CONT $0
    done
    exit 1
    """

  /// Whether there is a debugger, and the system lets it look into other processes.
  static let isPossible: Bool = {
    guard FileManager.default.isExecutableFile(atPath: debugger),
      let process = try? Program(["sleep", "60"])
    else { return false }
    return (try? CoreDump(of: process.number)) != nil
  }()

  /// Keeps the cores of this process small: every arena of the allocator reserves 64 MB, which a core has as zeros.
  static func keepSmall() {
    typealias Setting = @convention(c) (Int32, Int32) -> Int32
    guard let mallopt = unsafe dlsym(nil, "mallopt") else { return }
    // because this is the type of the function; the number is M_ARENA_MAX of <malloc.h>
    unsafe _ = unsafeBitCast(mallopt, to: Setting.self)(-8, 1)
  }

  /// Makes a core.
  ///
  /// - Parameter number: The number of the process, which goes on afterwards. It may be the caller's own.
  /// - Throws: `CocoaError` when there is no core.
  init(of number: pid_t) throws {
    let folder = FileManager.default.temporaryDirectory
    path = folder.appending(path: "core-\(UUID().uuidString)").path
    // Its own symbols are of no use to a process that is only copied, and take long to read.
    let settings = ["auto-load no", "sysroot /nowhere", "debuginfod enabled off"]
    let commands = [
      "set dump-excluded-mappings on", "gcore \(path)", "detach",
    ]
    let made = Program.succeeds(
      ["/bin/sh", "-c", Self.attempts, "\(number)", Self.debugger, "-nx", "-batch"]
        + settings.flatMap { ["-iex", "set " + $0] } + ["-p", "\(number)"]
        + commands.flatMap { ["-ex", $0] })
    guard made, FileManager.default.fileExists(atPath: path) else {
      try? FileManager.default.removeItem(atPath: path)
      throw CocoaError(.fileReadNoPermission)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// How often each needle is in it.
  func hits(_ needles: [Needle]) throws -> [String: Int] {
    let content = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    let room = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 1)
    defer { unsafe room.deallocate() }
    var hits: [String: Int] = [:]
    // because the file stays as it is as long as it is mapped
    unsafe content.withUnsafeBytes { bytes in
      for needle in needles {
        let count = unsafe needle.count(in: bytes, using: room)
        if count > 0 { hits[needle.name, default: 0] += count }
      }
    }
    return hits
  }
}
