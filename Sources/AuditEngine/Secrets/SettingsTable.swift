/// Reads a table: every cell is an entry under the name of its column.
struct SettingsTable {
  private(set) var entries: [SettingsDocument.Entry] = []

  private let bytes: [UInt8]
  private var index = 0
  /// The most columns of a table.
  private static let columnLimit = 200

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let first = bytes.firstIndex(of: 0x0A) ?? bytes.count
    let separator = [0x09, 0x3B, 0x2C].first { bytes[..<first].contains($0) } ?? 0x2C
    let names = row(separator).map(\.text)
    guard names.count > 1, names.count <= Self.columnLimit else { return }
    while index < bytes.count, entries.count < SettingsDocument.entryLimit {
      for (name, cell) in zip(names, row(separator)) where !cell.text.isEmpty {
        entries.append(SettingsDocument.Entry(name: name, value: cell.text, range: cell.range))
      }
    }
  }

  private mutating func row(_ separator: UInt8) -> [(text: String, range: Range<Int>)] {
    var cells: [(text: String, range: Range<Int>)] = []
    while index < bytes.count {
      cells.append(cell(separator))
      guard index < bytes.count, bytes[index] == separator else { break }
      index += 1
    }
    while index < bytes.count, bytes[index] == 0x0D || bytes[index] == 0x0A {
      index += 1
      if bytes[index - 1] == 0x0A { break }
    }
    return cells
  }

  private mutating func cell(_ separator: UInt8) -> (text: String, range: Range<Int>) {
    guard index < bytes.count, bytes[index] == 0x22 else {
      let start = index
      while index < bytes.count, bytes[index] != separator, bytes[index] != 0x0A, bytes[index] != 0x0D {
        index += 1
      }
      return (trimmed(start..<index), start..<index)
    }
    index += 1
    let start = index
    while index < bytes.count {
      if bytes[index] == 0x22 {
        guard index + 1 < bytes.count, bytes[index + 1] == 0x22 else { break }
        index += 1
      }
      index += 1
    }
    let range = start..<index
    while index < bytes.count, bytes[index] != separator, bytes[index] != 0x0A { index += 1 }
    return (trimmed(range), range)
  }

  private func trimmed(_ range: Range<Int>) -> String {
    var slice = bytes[range]
    while let first = slice.first, first <= 0x20 { slice.removeFirst() }
    while let last = slice.last, last <= 0x20 { slice.removeLast() }
    return String(decoding: slice, as: UTF8.self)
  }
}
