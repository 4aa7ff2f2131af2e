/// The parts of an ELF file's header that say which of its bytes are code.
///
/// Read with bounds from files that may want to deceive.
package struct ELFImage: Sendable, Hashable {
  /// A part of the file that is mapped to be run.
  package struct Segment: Sendable, Hashable {
    /// Where it begins in the file.
    package let offset: UInt64
    /// Its size in the file.
    package let size: UInt64
    /// Whether it may be written too.
    package let isWritable: Bool
  }

  /// The most program headers, dynamic entries and bytes of notes that are read.
  package static let greatestHeaders = 128
  package static let greatestDynamic = 4096
  package static let greatestNotes = 4096

  /// The parts that are code.
  package private(set) var code: [Segment] = []
  /// Whether the loader writes addresses into the code, so that it differs from the file by right.
  package private(set) var hasTextRelocations = false
  /// The digest that the linker gave the file; empty when there is none.
  package private(set) var buildIdentifier: [UInt8] = []

  /// Reads the headers.
  ///
  /// - Parameter file: The file.
  /// - Throws: ``DeviceError/process(_:)`` with `unreadable` when this is no ELF file or one that contradicts itself;
  ///   what `file` throws.
  package init(_ file: any ModuleFile) throws(DeviceError) {
    let head = try file.read(at: 0, count: 64)
    guard head.count == 64, head.starts(with: [0x7F, 0x45, 0x4C, 0x46]), head[4] == 1 || head[4] == 2,
      head[5] == 1 || head[5] == 2
    else { throw .process(.unreadable) }
    let fields = ELFFields(isWide: head[4] == 2, isBigEndian: head[5] == 2)
    let table = fields.word(head, at: fields.isWide ? 32 : 28)
    let entrySize = Int(fields.half(head, at: fields.isWide ? 54 : 42))
    let count = Int(fields.half(head, at: fields.isWide ? 56 : 44))
    guard entrySize == (fields.isWide ? 56 : 32), count <= Self.greatestHeaders else {
      throw .process(.unreadable)
    }
    let headers = try file.read(at: table, count: entrySize * count)
    guard headers.count == entrySize * count else { throw .process(.unreadable) }
    for index in 0..<count {
      try take(fields.programHeader(headers, at: index * entrySize), fields, file)
    }
  }

  private mutating func take(
    _ header: ELFProgramHeader, _ fields: ELFFields, _ file: any ModuleFile
  ) throws(DeviceError) {
    guard !header.offset.addingReportingOverflow(header.size).overflow else { throw .process(.unreadable) }
    switch header.kind {
    case ELFProgramHeader.load where header.flags & 1 != 0:
      code.append(Segment(offset: header.offset, size: header.size, isWritable: header.flags & 2 != 0))
    case ELFProgramHeader.dynamic:
      let size = min(header.size, UInt64(Self.greatestDynamic * (fields.isWide ? 16 : 8)))
      let entries = try file.read(at: header.offset, count: Int(size))
      hasTextRelocations = hasTextRelocations || fields.asksForTextRelocations(entries)
    case ELFProgramHeader.note where buildIdentifier.isEmpty:
      let notes = try file.read(at: header.offset, count: Int(min(header.size, UInt64(Self.greatestNotes))))
      buildIdentifier = fields.buildIdentifier(notes) ?? []
    default: break
    }
  }

  /// Says whether the bytes of the file from `offset` on, `size` of them, have to do with code that is not written to.
  package func isCode(offset: UInt64, size: UInt64) -> Bool {
    let (end, overflow) = offset.addingReportingOverflow(size)
    guard !overflow else { return false }
    return code.contains { !$0.isWritable && $0.offset < end && offset < $0.offset + $0.size }
  }
}

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

/// One entry of the table that says how a file is mapped.
struct ELFProgramHeader {
  static let load: UInt32 = 1
  static let dynamic: UInt32 = 2
  static let note: UInt32 = 4

  let kind: UInt32
  let flags: UInt32
  let offset: UInt64
  let size: UInt64
}
