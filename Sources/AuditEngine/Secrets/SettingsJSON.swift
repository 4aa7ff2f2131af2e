/// Reads the names and plain values of JSON; nesting costs no depth.
struct SettingsJSON {
  private(set) var entries: [SettingsDocument.Entry] = []

  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    read()
  }

  private mutating func read() {
    var name: (text: String, start: Int)?
    while index < bytes.count, entries.count < SettingsDocument.entryLimit {
      switch bytes[index] {
      case 0x22:
        let start = index
        let text = string()
        skipSpace()
        if index < bytes.count, bytes[index] == 0x3A {
          index += 1
          name = (text, start)
        } else {
          add(&name, text, to: index)
        }
      case 0x2F where index + 1 < bytes.count && (bytes[index + 1] == 0x2F || bytes[index + 1] == 0x2A):
        comment()
      case 0x30...0x39, 0x2D:
        let start = index
        while index < bytes.count, isNumberByte(bytes[index]) { index += 1 }
        add(&name, String(decoding: bytes[start..<index], as: UTF8.self), to: index)
      case 0x7B, 0x5B, 0x7D, 0x5D, 0x2C:
        name = nil
        index += 1
      default: index += 1
      }
    }
  }

  private mutating func add(_ name: inout (text: String, start: Int)?, _ value: String, to end: Int) {
    guard let given = name else { return }
    // White space behind a value is none of it.
    var end = end
    while end > given.start, bytes[end - 1] <= 0x20 { end -= 1 }
    entries.append(SettingsDocument.Entry(name: given.text, value: value, range: given.start..<end))
    name = nil
  }

  /// The text between quotes; escapes stand for what they mean as far as a secret can hold them.
  private mutating func string() -> String {
    var value: [UInt8] = []
    index += 1
    while index < bytes.count, bytes[index] != 0x22, bytes[index] != 0x0A {
      if bytes[index] == 0x5C, index + 1 < bytes.count {
        index += 1
        switch bytes[index] {
        case 0x6E: value.append(0x0A)
        case 0x74: value.append(0x09)
        default: value.append(bytes[index])
        }
      } else {
        value.append(bytes[index])
      }
      index += 1
    }
    index = min(bytes.count, index + 1)
    return String(decoding: value, as: UTF8.self)
  }

  private mutating func comment() {
    let isLine = bytes[index + 1] == 0x2F
    index += 2
    while index < bytes.count {
      if isLine, bytes[index] == 0x0A { return }
      if !isLine, bytes[index] == 0x2A, index + 1 < bytes.count, bytes[index + 1] == 0x2F {
        index += 2
        return
      }
      index += 1
    }
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  private func isNumberByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || [0x2D, 0x2B, 0x2E, 0x45, 0x65].contains(byte)
  }
}
