import OmamoriCore

/// Bytes in which no two different lists of values look the same: each value stands behind its length.
struct CanonicalBytes {
  private(set) var bytes: [UInt8] = []

  /// Begins with an item class.
  init(_ itemClass: ItemClass) {
    bytes.reserveCapacity(160)
    bytes.append(contentsOf: itemClass.rawValue.utf8)
  }

  /// Adds a text.
  mutating func append(_ text: String) {
    appendLength(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  /// Adds the value of an attribute of a primary key; a missing one counts as empty or zero.
  mutating func append(_ value: AttributeValue?) {
    switch value {
    case nil: appendLength(0)
    case .text(let text): append(text)
    case .data(let data):
      appendLength(data.count)
      bytes.append(contentsOf: data)
    case .number(0), .flag(false): appendLength(0)
    case .number(let number):
      appendLength(8)
      appendWord(UInt64(bitPattern: number))
    case .flag(true):
      appendLength(1)
      bytes.append(1)
    case .date(let date):
      appendLength(8)
      appendWord(date.timeIntervalSinceReferenceDate.bitPattern)
    }
  }

  /// Adds yes or no.
  mutating func append(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  private mutating func appendLength(_ length: Int) {
    let length = UInt32(truncatingIfNeeded: length)
    for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
  }

  private mutating func appendWord(_ word: UInt64) {
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }
}
