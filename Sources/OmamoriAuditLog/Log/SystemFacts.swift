#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// What is known about the machine and the process, recorded once a segment.
enum SystemFacts {
  /// System, release, machine and process, none of which names a person.
  static var current: [String: AuditValue] {
    var facts: [String: AuditValue] = ["process": .integer(Int64(getpid()))]
    var name = utsname()
    // because the call fills exactly one structure, which outlives it
    guard unsafe uname(&name) == 0 else { return facts }
    facts["system"] = .text(text(name.sysname))
    facts["release"] = .text(text(name.release))
    facts["machine"] = .text(text(name.machine))
    return facts
  }

  private static func text(_ field: some Any) -> String {
    var field = field
    // because the characters lie within the value
    let bytes = unsafe withUnsafeBytes(of: &field) { unsafe $0.prefix { $0 != 0 }.map(\.self) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
