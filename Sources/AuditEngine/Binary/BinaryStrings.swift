/// The texts that a slice carries as constants.
///
/// Swift keeps texts of up to 15 bytes inside code, where they are not found.
package struct BinaryStrings: Sendable {
  /// A text with the section it lies in.
  package struct Text: Sendable, Hashable {
    /// The text.
    package let value: String
    /// The name of the section.
    package let section: String
  }

  private let slice: MachOSlice
  private let bytes: BinaryBytes

  /// The shortest text that is looked at, in bytes.
  static let shortest = 6
  /// The longest text that is looked at, in bytes; of longer ones the beginning.
  static let longest = 16 << 10

  /// Prepares to read the texts of a slice.
  package init(_ slice: MachOSlice, _ bytes: BinaryBytes) { (self.slice, self.bytes) = (slice, bytes) }

  /// The sections that hold texts of programs, with their bytes; names that the runtime keeps are left out.
  var sections: [(name: String, bytes: BinaryBytes)] {
    // Sections that share their bytes are no reason to read these again and again.
    var left = bytes.count
    return slice.sections.compactMap { section in
      let isWanted =
        ["__cstring", "__ustring", "__const", "__oslogstring"].contains(section.name)
        || section.holdsTexts && !section.name.hasPrefix("__objc_") && !section.name.hasPrefix("__swift5_")
      guard isWanted, let own = section.bytes(in: bytes), own.count <= left else { return nil }
      left -= own.count
      return (section.name, own)
    }
  }

  /// Calls `body` with each text, section by section.
  package func forEach(_ body: (Text) -> Void) {
    for (name, bytes) in sections {
      if name == "__ustring" {
        for text in Self.wide(bytes) { body(Text(value: text, section: name)) }
        continue
      }
      for run in bytes.slice.split(whereSeparator: { !Self.isText($0) }) where run.count >= Self.shortest {
        body(Text(value: String(decoding: run.prefix(Self.longest), as: UTF8.self), section: name))
      }
    }
  }

  /// Printable characters, line ends and parts of characters outside ASCII.
  private static func isText(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The texts of a section of two-byte characters.
  private static func wide(_ bytes: BinaryBytes) -> [String] {
    var texts: [String] = []
    var current: [UInt16] = []
    for offset in stride(from: 0, to: bytes.count - 1, by: 2) {
      let unit = bytes.half(at: offset) ?? 0
      if unit != 0, current.count < longest {
        current.append(unit)
      } else {
        if current.count >= shortest { texts.append(String(decoding: current, as: UTF16.self)) }
        current = unit == 0 ? [] : [unit]
      }
    }
    if current.count >= shortest { texts.append(String(decoding: current, as: UTF16.self)) }
    return texts
  }
}
