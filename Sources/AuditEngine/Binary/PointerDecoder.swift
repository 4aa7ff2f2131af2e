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
