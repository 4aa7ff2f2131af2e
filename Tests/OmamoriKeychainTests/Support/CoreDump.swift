import Foundation
import Glibc
import OmamoriCore

/// A core of a living process, made by a debugger.
///
/// It has all memory that the process ever wrote to: what it keeps out of ordinary cores is in this one too. The file is
/// removed in the end.
final class CoreDump {
  private static let debugger = "/usr/bin/gdb"
  private let path: String

  /// Runs the debugger with all signals, and again when it does not end.
  ///
  /// The threads of Swift's tasks block signals, and so would the debugger, which waits for ever when it misses one. What
  /// a killed debugger has stopped goes on.
  private static let attempts = """
    for attempt in 1 2 3; do
      env --default-signal timeout -s KILL 20 "$@" && exit 0
      kill -CONT $0
    done
    exit 1
    """

  /// Whether there is a debugger, and the system lets it look into other processes.
  static let isPossible: Bool = {
    guard ServedProcess.exists(debugger),
      let process = try? Process.run(URL(filePath: "/bin/sleep"), arguments: ["60"])
    else { return false }
    defer {
      // The threads of Swift's tasks block signals, and the program goes on blocking them.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    return (try? CoreDump(of: process.processIdentifier)) != nil
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
    let debugger = Process()
    debugger.executableURL = URL(filePath: "/bin/sh")
    debugger.arguments =
      ["-c", Self.attempts, "\(number)", Self.debugger, "-nx", "-batch"]
      + settings.flatMap { ["-iex", "set " + $0] } + ["-p", "\(number)"] + commands.flatMap { ["-ex", $0] }
    debugger.standardInput = FileHandle.nullDevice
    debugger.standardOutput = FileHandle.nullDevice
    debugger.standardError = FileHandle.nullDevice
    try debugger.run()
    debugger.waitUntilExit()
    guard debugger.terminationStatus == 0, FileManager.default.fileExists(atPath: path) else {
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
