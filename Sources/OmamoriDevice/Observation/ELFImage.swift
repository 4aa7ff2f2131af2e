/// The parts of an ELF file's header that say which of its bytes are code.
///
/// Read with bounds from files that may want to deceive. A value; safe to share between threads.
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
