#if !canImport(Darwin)
import OmamoriCore
import OmamoriReport

/// Limits that the system sets this process, as `/proc/self/limits` shows them (proc_pid_limits(5)).
struct ProcessLimits: Sendable {
  private static let nameColumns = 26

  private let lines: [Substring]

  /// Reads the limits of this process; there are none where the file cannot be read.
  init() {
    let bytes = FileManager.default.contents(atPath: "/proc/self/limits") ?? Data()
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// Reads limits.
  init(_ text: String) { lines = text.split(separator: "\n") }

  /// The greatest size of a core file.
  var coreFile: CheckFact.Value? { limit("Max core file size") }

  /// The most memory that can be locked.
  var lockedMemory: CheckFact.Value? { limit("Max locked memory") }

  /// The limit in force in bytes, or `unlimited`; `nil` when it is not there.
  private func limit(_ name: String) -> CheckFact.Value? {
    guard let line = lines.first(where: { $0.hasPrefix(name) }),
      let word = line.dropFirst(Self.nameColumns).split(separator: " ").first
    else { return nil }
    if word == "unlimited" { return .text("unlimited") }
    return Int(word).map { .number($0) }
  }
}
#endif
