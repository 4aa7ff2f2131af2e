/// Reads the central directory of a zip archive and refuses entries that nobody should unpack.
struct ZipDirectoryReader {
  /// The entries read so far.
  private(set) var entries: [ZipArchive.Entry] = []

  private let limits: ArchiveLimits
  private var names: Set<String> = []
  private var (total, compressedTotal) = (0, 0)

  /// Makes a reader.
  init(limits: ArchiveLimits) { self.limits = limits }

  /// Reads exactly `count` entries, which have to fill `bytes`.
  mutating func read(_ bytes: [UInt8], count: Int) throws(ArchiveError) {
    var cursor = ByteCursor(bytes[...])
    // An entry takes at least 46 bytes, so the count cannot make this allocate more than the directory has.
    entries.reserveCapacity(min(count, bytes.count / 46))
    for number in 0..<count { try readEntry(&cursor, number: number + 1) }
    guard cursor.remaining == 0 else { throw .malformed(.end) }
    try checkFolders()
    guard compressedTotal > 0 || total == 0 else { throw .malformed(.end) }
    if total > limits.ratioFloor, total / limits.ratio > compressedTotal {
      throw .ratio(.end, limit: limits.ratio)
    }
  }

  private mutating func readEntry(_ cursor: inout ByteCursor, number: Int) throws(ArchiveError) {
    let position = ArchivePlace.directory(entry: number)
    guard let signature = cursor.word() else { throw .truncated(position) }
    guard signature == 0x0201_4B50 else { throw .malformed(position) }
    guard cursor.take(4) != nil, let flags = cursor.short(), let method = cursor.short(),
      cursor.take(4) != nil, let checksum = cursor.word(), let compressed = cursor.word(),
      let uncompressed = cursor.word(), let nameLength = cursor.short(), let extraLength = cursor.short(),
      let commentLength = cursor.short(), let disk = cursor.short(), cursor.take(2) != nil,
      let attributes = cursor.word(), let offset = cursor.word(), let rawName = cursor.take(nameLength),
      let rawExtra = cursor.take(extraLength), cursor.take(commentLength) != nil
    else { throw .truncated(position) }

    let name = try ZipName.checked(rawName, flags: flags, limit: limits.nameLength, place: position)
    let place = ArchivePlace.entry(name.text)
    guard let extra = ZipExtraFields(rawExtra) else { throw .malformed(place) }
    if let other = extra.unicodeName, !other.elementsEqual(rawName) { throw .nameEncoding(place) }
    guard
      let sizes = extra.wide(
        uncompressed: uncompressed, compressed: compressed, offset: offset, disk: disk)
    else { throw .malformed(place) }
    guard sizes.disk == 0 else { throw .multiDisk }
    // Bit 0: encrypted, 6: strongly, 13: headers masked.
    guard flags & 0x2041 == 0 else { throw .encrypted(place) }
    guard method == 0 || method == 8 else { throw .method(place) }
    guard method == 8 || sizes.compressed == sizes.uncompressed else { throw .malformed(place) }
    let mode = attributes >> 16 & 0xF000
    guard mode == 0 || mode == 0x8000 || mode == 0x4000 else { throw .special(place) }
    guard name.isFolder ? sizes.uncompressed == 0 : mode != 0x4000 else { throw .malformed(place) }
    try count(sizes.uncompressed, sizes.compressed, place)
    guard names.insert(name.text).inserted else { throw .duplicate(place) }
    entries.append(
      ZipArchive.Entry(
        name: name.text, isFolder: name.isFolder, uncompressedSize: sizes.uncompressed,
        compressedSize: sizes.compressed, isDeflated: method == 8,
        checksum: UInt32(truncatingIfNeeded: checksum), flags: flags, headerOffset: sizes.offset,
        rawName: Array(rawName)))
  }

  private mutating func count(
    _ uncompressed: Int, _ compressed: Int, _ place: ArchivePlace
  ) throws(ArchiveError) {
    guard uncompressed <= limits.total - total else { throw .tooLarge(limit: limits.total) }
    if uncompressed > limits.ratioFloor, uncompressed / limits.ratio > compressed {
      throw .ratio(place, limit: limits.ratio)
    }
    total += uncompressed
    // Compressed sizes are checked against the file later; here they must only not overflow.
    let (sum, isTooMuch) = compressedTotal.addingReportingOverflow(compressed)
    guard !isTooMuch else { throw .malformed(place) }
    compressedTotal = sum
  }

  /// A name may not be a file in one entry and a folder in another.
  private func checkFolders() throws(ArchiveError) {
    let files = Set(entries.lazy.filter { !$0.isFolder }.map(\.name))
    var checked: Set<Substring> = []
    for entry in entries {
      var name = entry.name[...]
      while let slash = name.lastIndex(of: "/") {
        name = name[..<slash]
        guard checked.insert(name).inserted else { break }
        if files.contains(String(name)) { throw .duplicate(.entry(entry.name)) }
      }
    }
  }
}
