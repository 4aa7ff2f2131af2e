/// A part of a segment with content of one kind.
package struct MachOSection: Sendable, Hashable {
  /// The name, such as `__cstring`.
  package let name: String
  /// The segment it is meant for, such as `__TEXT`.
  package let segment: String
  /// The first address.
  package let address: UInt64
  /// The length in bytes.
  package let size: UInt64
  /// Where its bytes begin in the slice.
  package let fileOffset: Int
  /// Its type and attributes.
  package let flags: UInt32

  /// Reads the description of a section.
  package init?(_ bytes: BinaryBytes, at offset: Int, is64Bit: Bool) {
    let width = is64Bit ? 8 : 4
    func number(at offset: Int) -> UInt64? {
      is64Bit ? bytes.long(at: offset) : bytes.word(at: offset).map { UInt64($0) }
    }
    let after = offset + 32 + 2 * width
    guard let name = bytes.text(inField: offset, count: 16),
      let segment = bytes.text(inField: offset + 16, count: 16), let address = number(at: offset + 32),
      let size = number(at: offset + 32 + width), let fileOffset = bytes.size(at: after),
      let flags = bytes.word(at: after + 16)
    else { return nil }
    (self.name, self.segment, self.address, self.size) = (name, segment, address, size)
    (self.fileOffset, self.flags) = (fileOffset, flags)
  }

  /// Whether the section has room in memory only.
  var isZeroFilled: Bool { [1, 12, 18].contains(flags & 0xFF) }

  /// Whether the section holds nothing but texts that end with a zero.
  var holdsTexts: Bool { flags & 0xFF == 2 }

  /// The bytes of the section, or `nil` when they are not all there.
  package func bytes(in slice: BinaryBytes) -> BinaryBytes? {
    guard !isZeroFilled, let size = Int(exactly: size) else { return nil }
    return slice.part(at: fileOffset, count: size)
  }
}
