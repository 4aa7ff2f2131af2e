/// How messages of syslog stand in a stream: the length in bytes, a space, the message (RFC 6587, section 3.4.1, and
/// RFC 5425, section 4.3).
package enum SyslogFrame {
  /// Adds a message with its length.
  package static func append(_ message: [UInt8], to stream: inout [UInt8]) {
    stream += String(message.count).utf8
    stream.append(0x20)
    stream += message
  }

  /// Says whether it begins like a message of RFC 5424: a priority from 0 to 191 without leading zeros, and version 1.
  package static func isMessage(_ bytes: [UInt8]) -> Bool {
    guard bytes.first == 0x3C, let end = bytes.prefix(5).firstIndex(of: 0x3E) else { return false }
    let digits = bytes[1..<end]
    guard (1...3).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      digits.count == 1 || digits.first != 0x30
    else { return false }
    let priority = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return priority <= 191 && bytes[(end + 1)...].starts(with: [0x31, 0x20])
  }
}
