/// Reads lines with a name, a separator and a value, in the forms that settings are written in.
struct SettingsLines {
  private(set) var entries: [SettingsDocument.Entry] = []

  private let bytes: [UInt8]

  /// Reads `bytes`, in which one of `separators` stands between a name and its value.
  init(_ bytes: [UInt8], separators: [UInt8]) {
    self.bytes = bytes
    var start = 0
    while start < bytes.count, entries.count < SettingsDocument.entryLimit {
      let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      line(start..<end, separators)
      start = end + 1
    }
  }

  private mutating func line(_ line: Range<Int>, _ separators: [UInt8]) {
    var start = line.lowerBound
    func skip(_ text: String) {
      if bytes[start..<line.upperBound].starts(with: text.utf8) { start += text.utf8.count }
    }
    skipSpace(&start, line)
    guard start < line.upperBound, !comments.contains(bytes[start]) else { return }
    if bytes[start] == 0x2F, start + 1 < line.upperBound, [0x2F, 0x2A].contains(bytes[start + 1]) { return }
    skip("- ")
    skip("export ")
    skipSpace(&start, line)
    guard let (name, nameEnd) = name(start, line) else { return }
    var at = nameEnd
    skipSpace(&at, line)
    guard at < line.upperBound, separators.contains(bytes[at]) else { return }
    at += 1
    skipSpace(&at, line)
    guard let value = value(at, line), !value.isEmpty else { return }
    let text = String(decoding: bytes[value], as: UTF8.self)
    let isQuoted = value.lowerBound > at
    let end = isQuoted ? value.upperBound + 1 : value.upperBound
    entries.append(SettingsDocument.Entry(name: name, value: text, range: start..<min(end, line.upperBound)))
  }

  private let comments: [UInt8] = [0x23, 0x3B, 0x5B]

  /// A name, in quotes or not; what `.xcconfig` puts in brackets behind it is no part of it.
  private func name(_ start: Int, _ line: Range<Int>) -> (String, Int)? {
    guard start < line.upperBound else { return nil }
    if bytes[start] == 0x22 || bytes[start] == 0x27 {
      let close = bytes[(start + 1)..<line.upperBound].firstIndex(of: bytes[start])
      return close.map { (String(decoding: bytes[(start + 1)..<$0], as: UTF8.self), $0 + 1) }
    }
    var end = start
    while end < line.upperBound, isNameByte(bytes[end]) { end += 1 }
    guard end > start, end - start <= 80 else { return nil }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    if end < line.upperBound, bytes[end] == 0x5B,
      let close = bytes[end..<line.upperBound].firstIndex(of: 0x5D)
    {
      return (name, close + 1)
    }
    return (name, end)
  }

  /// A value, in quotes or to the end of the line, without a comment behind it.
  private func value(_ start: Int, _ line: Range<Int>) -> Range<Int>? {
    guard start < line.upperBound else { return nil }
    if bytes[start] == 0x22 || bytes[start] == 0x27 {
      let close = bytes[(start + 1)..<line.upperBound].firstIndex(of: bytes[start])
      return close.map { (start + 1)..<$0 }
    }
    var end = line.upperBound
    for index in start..<line.upperBound {
      let isSpaced = index == start || bytes[index - 1] <= 0x20
      if isSpaced, bytes[index] == 0x23 { end = index }
      if isSpaced, bytes[index] == 0x2F, index + 1 < line.upperBound, bytes[index + 1] == 0x2F { end = index }
      if end != line.upperBound { break }
    }
    while end > start, bytes[end - 1] <= 0x20 || bytes[end - 1] == 0x3B || bytes[end - 1] == 0x2C { end -= 1 }
    return start..<end
  }

  private func skipSpace(_ index: inout Int, _ line: Range<Int>) {
    while index < line.upperBound, bytes[index] <= 0x20 { index += 1 }
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F || byte == 0x2D
      || byte == 0x2E || byte >= 0x80
  }
}
