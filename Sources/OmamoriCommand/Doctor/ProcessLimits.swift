#if !canImport(Darwin)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriReport

/// Limits that the system sets this process.
enum ProcessLimits {
  /// The greatest size of a core file in bytes; `nil` when it cannot be read.
  static var coreFile: UInt? {
    var limit = rlimit()
    // because the structure is a variable of this function
    return unsafe getrlimit(RLIMIT_CORE, &limit) == 0 ? UInt(limit.rlim_cur) : nil
  }

  /// The most memory that can be locked, in bytes; `nil` when it cannot be read.
  static var lockedMemory: UInt? {
    var limit = rlimit()
    // because the structure is a variable of this function
    return unsafe getrlimit(RLIMIT_MEMLOCK, &limit) == 0 ? UInt(limit.rlim_cur) : nil
  }

  /// A limit as reports show it.
  static func fact(_ limit: UInt?) -> CheckFact.Value {
    guard let limit else { return .text("unknown") }
    return Int(exactly: limit).map { .number($0) } ?? .text("unlimited")
  }
}
#endif
