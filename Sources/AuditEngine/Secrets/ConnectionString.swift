/// Finds addresses and connection strings that hold an account with its password.
package enum ConnectionString {
  /// One of them.
  package struct Match {
    /// What it connects to: the scheme of the address.
    package let scheme: String
    /// The password.
    package let password: Range<Int>
  }

  /// Every address `scheme://user:password@host` in `bytes`, in order.
  package static func all(in bytes: ArraySlice<UInt8>) -> [Match] {
    var found: [Match] = []
    var index = bytes.startIndex
    while let mark = bytes[index...].firstIndex(of: 0x3A) {
      index = mark + 1
      guard mark + 2 < bytes.endIndex, bytes[mark + 1] == 0x2F, bytes[mark + 2] == 0x2F,
        let scheme = scheme(bytes, before: mark), let match = match(bytes, from: mark + 3, scheme)
      else { continue }
      found.append(match)
      index = match.password.upperBound
    }
    return found
  }

  private static func scheme(_ bytes: ArraySlice<UInt8>, before mark: Int) -> String? {
    var start = mark
    while start > bytes.startIndex, mark - start < 24, isSchemeByte(bytes[start - 1]) { start -= 1 }
    guard mark - start >= 2 else { return nil }
    return String(decoding: bytes[start..<mark], as: UTF8.self).lowercased()
  }

  /// Looks at `user:password@host`.
  private static func match(_ bytes: ArraySlice<UInt8>, from start: Int, _ scheme: String) -> Match? {
    var (colon, index) = (nil as Int?, start)
    let limit = min(bytes.endIndex, start + 300)
    while index < limit, bytes[index] != 0x40 {
      guard bytes[index] > 0x20, bytes[index] < 0x7F, !"/\"'<>?#\\`".utf8.contains(bytes[index]) else {
        return nil
      }
      if bytes[index] == 0x3A, colon == nil { colon = index }
      index += 1
    }
    guard index < limit, let colon, colon > start, index > colon + 1, index + 1 < bytes.endIndex,
      isSchemeByte(bytes[index + 1]) || bytes[index + 1] == 0x5B
    else { return nil }
    let password = String(decoding: bytes[(colon + 1)..<index], as: UTF8.self)
    guard !isSample(password, user: String(decoding: bytes[start..<colon], as: UTF8.self)) else { return nil }
    return Match(scheme: scheme, password: (colon + 1)..<index)
  }

  /// `user:password@`, `$USER:$PASSWORD@`, `:***@`, and passwords that only say so.
  private static func isSample(_ password: String, user: String) -> Bool {
    if password.utf8.count < 4 || Set(password.utf8).count <= 2 { return true }
    if password.contains("$") && (password.contains("{") || password.contains("(") || password.hasPrefix("$"))
    {
      return true
    }
    if password.hasPrefix("{") || password.hasPrefix("%") || password.hasPrefix("<") { return true }
    let words = Words.of(password)
    return words.allSatisfy { samples.contains($0) } && !password.utf8.contains { (0x30...0x39).contains($0) }
      || NotASecret.contains(password, name: user)
  }

  private static let samples: Set = [
    "password", "pass", "passwd", "pw", "secret", "token", "user", "username", "example", "changeme", "test",
    "pwd", "key", "root", "postgres", "admin", "guest",
  ]

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D
      || byte == 0x2E
  }
}
