/// A part of a slice that is mapped into memory as a whole.
package struct MachOSegment: Sendable, Hashable {
  /// What code may do with the memory of a segment.
  package struct Protection: OptionSet, Sendable, Hashable {
    /// The bits.
    package let rawValue: UInt32

    /// Makes a protection from its bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Read it.
    package static let read = Protection(rawValue: 1)
    /// Write it.
    package static let write = Protection(rawValue: 2)
    /// Run it.
    package static let execute = Protection(rawValue: 4)
  }

  /// The name, such as `__TEXT`.
  package let name: String
  /// The first address.
  package let address: UInt64
  /// The length in memory.
  package let size: UInt64
  /// Where its bytes begin in the slice.
  package let fileOffset: UInt64
  /// How many bytes it has in the slice.
  package let fileSize: UInt64
  /// The most that its memory can ever allow.
  package let maximum: Protection
  /// What its memory allows at first.
  package let initial: Protection
  /// Its sections.
  package let sections: [MachOSection]

  /// The most sections that are read; symbols cannot name more in a whole slice.
  static let sectionLimit = 256

  /// Reads the command of a segment; sections that reach beyond it are left out.
  package init?(_ bytes: BinaryBytes, _ command: MachOCommand) {
    let is64Bit = command.number == 0x19
    let start = command.range.lowerBound
    let (fields, sectionSize) = is64Bit ? (start + 24, 80) : (start + 24, 68)
    let width = is64Bit ? 8 : 4
    func number(_ index: Int) -> UInt64? {
      is64Bit
        ? bytes.long(at: fields + index * width) : bytes.word(at: fields + index * width).map { UInt64($0) }
    }
    let after = fields + 4 * width
    guard let name = bytes.text(inField: start + 8, count: 16), let address = number(0), let size = number(1),
      let fileOffset = number(2), let fileSize = number(3), let maximum = bytes.word(at: after),
      let initial = bytes.word(at: after + 4), let count = bytes.size(at: after + 8),
      after + 16 <= command.range.upperBound
    else { return nil }
    let fitting = (command.range.upperBound - after - 16) / sectionSize
    (self.name, self.address, self.size) = (name, address, size)
    (self.fileOffset, self.fileSize) = (fileOffset, fileSize)
    (self.maximum, self.initial) = (Protection(rawValue: maximum), Protection(rawValue: initial))
    sections = (0..<min(count, fitting, Self.sectionLimit)).compactMap { index in
      MachOSection(bytes, at: after + 16 + index * sectionSize, is64Bit: is64Bit)
    }
  }
}
