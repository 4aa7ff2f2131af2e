import OmamoriCore

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
    // An entry takes at least 46 bytes, so the count cannot make this allocate more than the directory has.
    entries.reserveCapacity(min(count, bytes.count / 46))
    var reader = ByteReader(bytes.rawSpan)
    for number in 0..<count {
      let position = ArchivePlace.directory(entry: number + 1)
      let header: Header
      do throws(ByteProblem) { header = try Header(&reader) } catch {
        throw error == .unexpected ? .malformed(position) : .truncated(position)
      }
      try take(header, at: position)
    }
    guard reader.isAtEnd else { throw .malformed(.end) }
    try checkFolders()
    guard compressedTotal > 0 || total == 0 else { throw .malformed(.end) }
    if total > limits.ratioFloor, total / limits.ratio > compressedTotal {
      throw .ratio(.end, limit: limits.ratio)
    }
  }

  /// The fields of an entry that matter, as they stand there.
  private struct Header {
    let flags, method, checksum, compressed, uncompressed, disk, attributes, offset: Int
    let name, extra: [UInt8]

    init(_ reader: inout ByteReader<ByteProblem>) throws(ByteProblem) {
      try reader.require(try reader.word() == 0x0201_4B50)
      _ = try reader.span(4)
      (flags, method) = (try reader.short(), try reader.short())
      _ = try reader.span(4)
      (checksum, compressed, uncompressed) = (try reader.word(), try reader.word(), try reader.word())
      let (nameLength, extraLength) = (try reader.short(), try reader.short())
      let commentLength = try reader.short()
      disk = try reader.short()
      _ = try reader.span(2)
      (attributes, offset) = (try reader.word(), try reader.word())
      (name, extra) = (try reader.bytes(nameLength), try reader.bytes(extraLength))
      _ = try reader.span(commentLength)
    }
  }

  private mutating func take(_ header: Header, at position: ArchivePlace) throws(ArchiveError) {
    let (flags, method) = (header.flags, header.method)
    let name = try ZipName.checked(header.name[...], flags: flags, limit: limits.nameLength, place: position)
    let place = ArchivePlace.entry(name.text)
    guard let extra = ZipExtraFields(header.extra[...]) else { throw .malformed(place) }
    if let other = extra.unicodeName, !other.elementsEqual(header.name) { throw .nameEncoding(place) }
    guard
      let sizes = extra.wide(
        uncompressed: header.uncompressed, compressed: header.compressed, offset: header.offset,
        disk: header.disk)
    else { throw .malformed(place) }
    guard sizes.disk == 0 else { throw .multiDisk }
    // Bit 0: encrypted, 6: strongly, 13: headers masked.
    guard flags & 0x2041 == 0 else { throw .encrypted(place) }
    guard method == 0 || method == 8 else { throw .method(place) }
    guard method == 8 || sizes.compressed == sizes.uncompressed else { throw .malformed(place) }
    let mode = header.attributes >> 16 & 0xF000
    guard mode == 0 || mode == 0x8000 || mode == 0x4000 else { throw .special(place) }
    guard name.isFolder ? sizes.uncompressed == 0 : mode != 0x4000 else { throw .malformed(place) }
    try count(sizes.uncompressed, sizes.compressed, place)
    guard names.insert(name.text).inserted else { throw .duplicate(place) }
    entries.append(
      ZipArchive.Entry(
        name: name.text, isFolder: name.isFolder, uncompressedSize: sizes.uncompressed,
        compressedSize: sizes.compressed, isDeflated: method == 8,
        checksum: UInt32(truncatingIfNeeded: header.checksum), flags: flags, headerOffset: sizes.offset,
        rawName: header.name))
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
