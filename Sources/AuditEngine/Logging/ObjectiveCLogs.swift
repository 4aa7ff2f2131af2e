/// Functions of Objective-C and C that write to a log, and their formats.
package enum ObjectiveCLogs {
  /// The place of the format among the arguments of each function.
  static let places = Dictionary(uniqueKeysWithValues: functions)

  /// Functions that write, with the place of the format among their arguments.
  package static let functions: [(String, Int)] = [
    ("NSLog", 0), ("printf", 0), ("fprintf", 1), ("os_log", 1), ("os_log_info", 1), ("os_log_debug", 1),
    ("os_log_error", 1), ("os_log_fault", 1), ("DDLogInfo", 0), ("DDLogDebug", 0), ("DDLogVerbose", 0),
    ("DDLogWarn", 0), ("DDLogError", 0), ("syslog", 1), ("CFShow", 0), ("puts", 0),
  ]

  /// The conversions of a format, in order: `@`, `s`, `{public}@`, `d`.
  package static func marks(of format: String) -> [String] {
    var marks: [String] = []
    let bytes = Array(format.utf8)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == 0x25 else {
        index += 1
        continue
      }
      let start = index + 1
      index = start
      if index < bytes.count, bytes[index] == 0x7B {
        index = (bytes[index...].firstIndex(of: 0x7D) ?? bytes.count - 1) + 1
      }
      while index < bytes.count, "0123456789.-+ #lhqztjL*$'".utf8.contains(bytes[index]) { index += 1 }
      guard index < bytes.count else { break }
      if bytes[index] != 0x25 { marks.append(String(decoding: bytes[start...index], as: UTF8.self)) }
      index += 1
    }
    return marks
  }

  package static func writesText(_ mark: String) -> Bool { mark.hasSuffix("@") || mark.hasSuffix("s") }
}
