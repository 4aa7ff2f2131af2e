/// Reads numbers of an ELF file in its width and byte order; what lies beyond the bytes is zero.
struct ELFFields {
  let isWide: Bool
  let isBigEndian: Bool

  private func number(_ bytes: [UInt8], at place: Int, size: Int) -> UInt64 {
    guard place >= 0, place <= bytes.count - size else { return 0 }
    var value: UInt64 = 0
    for index in 0..<size {
      value = value << 8 | UInt64(bytes[place + (isBigEndian ? index : size - 1 - index)])
    }
    return value
  }

  func half(_ bytes: [UInt8], at place: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: number(bytes, at: place, size: 2))
  }

  func long(_ bytes: [UInt8], at place: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: number(bytes, at: place, size: 4))
  }

  /// An address, an offset or a size.
  func word(_ bytes: [UInt8], at place: Int) -> UInt64 { number(bytes, at: place, size: isWide ? 8 : 4) }

  func programHeader(_ bytes: [UInt8], at place: Int) -> ELFProgramHeader {
    ELFProgramHeader(
      kind: long(bytes, at: place), flags: long(bytes, at: place + (isWide ? 4 : 24)),
      offset: word(bytes, at: place + (isWide ? 8 : 4)), size: word(bytes, at: place + (isWide ? 32 : 16)))
  }

  /// Says whether dynamic entries hold DT_TEXTREL, or DF_TEXTREL among DT_FLAGS.
  func asksForTextRelocations(_ entries: [UInt8]) -> Bool {
    let width = isWide ? 8 : 4
    for place in stride(from: 0, to: entries.count, by: 2 * width) {
      switch word(entries, at: place) {
      case 0: return false
      case 22: return true
      case 30 where word(entries, at: place + width) & 4 != 0: return true
      default: break
      }
    }
    return false
  }

  /// The digest in a note of kind 3 by GNU.
  func buildIdentifier(_ notes: [UInt8]) -> [UInt8]? {
    var place = 0
    while place + 12 <= notes.count {
      let nameSize = Int(long(notes, at: place))
      let size = Int(long(notes, at: place + 4))
      let content = place + 12 + (nameSize + 3) & ~3
      guard content <= notes.count, size <= notes.count - content else { return nil }
      let isGNU = nameSize == 4 && notes[(place + 12)..<(place + 16)].elementsEqual([0x47, 0x4E, 0x55, 0])
      if isGNU, long(notes, at: place + 8) == 3, (1...64).contains(size) {
        return Array(notes[content..<(content + size)])
      }
      place = content + (size + 3) & ~3
    }
    return nil
  }
}
