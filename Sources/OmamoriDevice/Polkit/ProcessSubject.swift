#if !canImport(Darwin)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore
import OmamoriDBus

/// A process as polkit names one: by its number, the time it began, so that nobody can have the number after it, and
/// its user.
struct ProcessSubject: Sendable, Equatable {
  let number: UInt32
  let start: UInt64
  let user: Int32

  /// This process; `nil` when `/proc` is missing.
  static var current: ProcessSubject? {
    guard let text = FileManager.default.contents(atPath: "/proc/self/stat"),
      let start = start(in: String(decoding: text, as: UTF8.self))
    else { return nil }
    return ProcessSubject(
      number: UInt32(clamping: getpid()), start: start, user: Int32(truncatingIfNeeded: getuid()))
  }

  /// The time that a line of `/proc/PID/stat` says, in ticks since the machine began; see `proc(5)`.
  static func start(in line: String) -> UInt64? {
    // The name of the program, in brackets, may have blanks and brackets itself.
    guard let end = line.utf8.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = line[end...].split(atBytes: " ")
    return fields.count > 20 ? UInt64(fields[20]) : nil
  }

  /// The subject `(sa{sv})`.
  var value: BusValue {
    .structure([
      .string("unix-process"),
      .dictionary(
        BusDictionary(
          variants: ["pid": .uint32(number), "start-time": .uint64(start), "uid": .int32(user)])),
    ])
  }
}
#endif
