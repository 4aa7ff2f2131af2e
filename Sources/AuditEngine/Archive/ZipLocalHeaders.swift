import OmamoriCore

/// Compares the header before each entry's data with the central directory, and the places of the data with each other.
enum ZipLocalHeaders {
  private static let length = 30

  /// Checks every header; gives the offset of the data by the offset of its header.
  static func check(
    _ entries: [ZipArchive.Entry], bytes: ArchiveBytes, end: Int
  ) throws(ArchiveError) -> [Int: Int] {
    var offsets: [Int: Int] = [:]
    offsets.reserveCapacity(entries.count)
    var free = 0
    for entry in entries.sorted(by: { $0.headerOffset < $1.headerOffset }) {
      let place = ArchivePlace.entry(entry.name)
      guard entry.headerOffset >= free else { throw .overlap(place) }
      let data = try dataOffset(of: entry, bytes: bytes, end: end)
      guard data <= end, entry.compressedSize <= end - data else { throw .truncated(place) }
      offsets[entry.headerOffset] = data
      free = data + entry.compressedSize
      if entry.flags & 8 != 0 {
        free += try descriptorLength(of: entry, at: free, bytes: bytes, end: end)
      }
    }
    return offsets
  }

  private static func dataOffset(
    of entry: ZipArchive.Entry, bytes: ArchiveBytes, end: Int
  ) throws(ArchiveError) -> Int {
    let place = ArchivePlace.entry(entry.name)
    guard entry.headerOffset <= end - length else { throw .truncated(place) }
    let raw = try bytes.slice(
      at: entry.headerOffset, count: min(length + entry.rawName.count + 64, end - entry.headerOffset),
      in: place)
    var reader = ByteReader(raw.rawSpan) { _, _ in ArchiveError.truncated(place) }
    let signature = try reader.word()
    _ = try reader.span(2)
    let (flags, method) = (try reader.short(), try reader.short())
    _ = try reader.span(4)
    let (checksum, compressed, uncompressed) = (try reader.word(), try reader.word(), try reader.word())
    let (nameLength, extraLength) = (try reader.short(), try reader.short())
    let name = try reader.bytes(nameLength)
    guard signature == 0x0403_4B50 else { throw .malformed(place) }
    guard name.elementsEqual(entry.rawName), method == (entry.isDeflated ? 8 : 0),
      flags & 0x2849 == entry.flags & 0x2849
    else { throw .headersDiffer(place) }
    let extraStart = entry.headerOffset + length + nameLength
    guard extraLength <= end - extraStart else { throw .truncated(place) }
    let extraBytes = try bytes.slice(at: extraStart, count: extraLength, in: place)
    guard let extra = ZipExtraFields(extraBytes[...]) else { throw .malformed(place) }
    let comesLater = flags & 8 != 0
    if comesLater && checksum == 0 && isLeftOut(compressed, uncompressed) { return extraStart + extraLength }
    guard
      let sizes = extra.wide(uncompressed: uncompressed, compressed: compressed, offset: 0, disk: 0)
    else { throw .malformed(place) }
    guard UInt32(truncatingIfNeeded: checksum) == entry.checksum,
      sizes.compressed == entry.compressedSize, sizes.uncompressed == entry.uncompressedSize
    else { throw .headersDiffer(place) }
    return extraStart + extraLength
  }

  /// Writers that know sizes only afterwards put zeros, or all ones with Zip64, before the data.
  private static func isLeftOut(_ compressed: Int, _ uncompressed: Int) -> Bool {
    compressed == 0 && uncompressed == 0 || compressed == 0xFFFF_FFFF && uncompressed == 0xFFFF_FFFF
  }

  /// The length of the record behind the data: with or without a signature, with short or long sizes.
  private static func descriptorLength(
    of entry: ZipArchive.Entry, at offset: Int, bytes: ArchiveBytes, end: Int
  ) throws(ArchiveError) -> Int {
    let place = ArchivePlace.entry(entry.name)
    let raw = try bytes.slice(at: offset, count: min(24, end - offset), in: place)
    for signature in [4, 0] where raw.count >= signature {
      if signature == 4, !raw.starts(with: [0x50, 0x4B, 0x07, 0x08]) { continue }
      for width in [8, 4] {
        var reader = ByteReader(raw.rawSpan.extracting(droppingFirst: signature))
        guard let checksum = try? reader.word(),
          let compressed = try? width == 8 ? reader.long() : reader.word(),
          let uncompressed = try? width == 8 ? reader.long() : reader.word()
        else { continue }
        if UInt32(truncatingIfNeeded: checksum) == entry.checksum, compressed == entry.compressedSize,
          uncompressed == entry.uncompressedSize
        {
          return signature + 4 + 2 * width
        }
      }
    }
    throw .headersDiffer(place)
  }
}
