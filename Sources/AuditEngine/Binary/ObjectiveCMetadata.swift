/// What a slice tells the runtime of Objective-C: its classes and the selectors it names.
package struct ObjectiveCMetadata: Sendable {
  /// A class that the slice defines.
  package struct Class: Sendable, Hashable {
    /// The name as the runtime knows it.
    package let name: String
    /// Whether the class was written in Swift.
    package let isSwift: Bool
  }

  /// The classes, in the order of the list.
  package let classes: [Class]
  /// The selectors of methods that are defined or called.
  package let selectors: Set<String>

  /// The most classes and selectors that are read.
  package static let limit = 50_000

  /// Reads the lists of a slice; entries that lead nowhere are left out.
  package init(_ slice: MachOSlice, _ bytes: BinaryBytes) {
    let pointers = PointerDecoder(slice, bytes)
    var classes: [Class] = []
    for section in slice.sections.filter({ $0.name == "__objc_classlist" }).prefix(4) {
      guard let list = section.bytes(in: bytes), classes.count < Self.limit else { continue }
      for index in 0..<min(list.count / pointers.width, Self.limit - classes.count) {
        let entry = section.fileOffset + index * pointers.width
        if let found = Self.readClass(at: entry, pointers, bytes) { classes.append(found) }
      }
    }
    self.classes = classes
    var selectors: Set<String> = []
    // Sections that share their bytes are no reason to read these again and again.
    for section in slice.sections.filter({ $0.name == "__objc_methname" }).prefix(4) {
      for text in (section.bytes(in: bytes)?.slice ?? []).split(separator: 0)
      where selectors.count < Self.limit {
        selectors.insert(String(decoding: text, as: UTF8.self))
      }
    }
    self.selectors = selectors
  }

  /// The class that the pointer at `entry` leads to.
  private static func readClass(at entry: Int, _ pointers: PointerDecoder, _ bytes: BinaryBytes) -> Class? {
    let width = pointers.width
    guard let object = pointers.target(at: entry).flatMap(pointers.offset),
      let data = pointers.target(at: object + 4 * width),
      let fixed = pointers.offset(of: data & ~7),
      let name = pointers.target(at: fixed + (width == 8 ? 24 : 16)).flatMap(pointers.offset),
      let text = bytes.text(at: name, limit: 1024), !text.isEmpty
    else { return nil }
    // The two lowest bits of the pointer mark classes of Swift, in its older and its stable form.
    return Class(name: text, isSwift: data & 3 != 0)
  }

  /// The classes that were written in Objective-C.
  package var ownClasses: [Class] { classes.filter { !$0.isSwift } }
}

/// Follows the pointers that a slice has in its data before a loader touched them.
struct PointerDecoder {
  private let slice: MachOSlice
  private let bytes: BinaryBytes
  private let formats: [Int: UInt16]
  private let base: UInt64

  /// Prepares to read pointers of `slice`.
  init(_ slice: MachOSlice, _ bytes: BinaryBytes) {
    (self.slice, self.bytes) = (slice, bytes)
    base = slice.segments.first { $0.name == "__TEXT" }?.address ?? 0
    formats =
      slice.fixups.flatMap { bytes.part(at: $0.offset, count: $0.count) }
      .map(ChainedFixups.pointerFormats) ?? [:]
  }

  /// The length of a pointer.
  var width: Int { slice.header.is64Bit ? 8 : 4 }

  /// The place in the slice of what lies at `address`, or `nil` when no segment has bytes there.
  func offset(of address: UInt64) -> Int? {
    for segment in slice.segments where address >= segment.address {
      let distance = address - segment.address
      guard distance < segment.fileSize else { continue }
      let (offset, overflow) = segment.fileOffset.addingReportingOverflow(distance)
      return overflow ? nil : Int(exactly: offset)
    }
    return nil
  }

  /// The address that the pointer at `offset` leads to; `nil` for pointers into libraries.
  func target(at offset: Int) -> UInt64? {
    let raw = slice.header.is64Bit ? bytes.long(at: offset) : bytes.word(at: offset).map { UInt64($0) }
    guard let raw else { return nil }
    let place = UInt64(offset)
    let segment = slice.segments.firstIndex {
      place >= $0.fileOffset && place - $0.fileOffset < $0.fileSize
    }
    switch segment.flatMap({ formats[$0] }) {
    case nil: return raw
    case 1, 7, 9, 10, 12:
      // With authentication the address is a distance of 32 bits, without it one of 43 bits.
      if raw >> 62 & 1 == 1 { return nil }
      if raw >> 63 == 1 { return base &+ (raw & 0xFFFF_FFFF) }
      let isAddress = segment.flatMap { formats[$0] } == 1
      return (isAddress ? 0 : base) &+ (raw & 0x7FF_FFFF_FFFF)
    case 2: return raw >> 63 == 1 ? nil : raw & 0xF_FFFF_FFFF
    case 6: return raw >> 63 == 1 ? nil : base &+ (raw & 0xF_FFFF_FFFF)
    case 3: return raw >> 31 & 1 == 1 ? nil : raw & 0x3FF_FFFF
    default: return nil
    }
  }
}
