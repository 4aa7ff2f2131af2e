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

/// Where the central directory lies, from the records at the end of an archive.
struct ZipEndRecord: Equatable {
  /// The offset of the directory in the file.
  let offset: Int
  /// Its length in bytes.
  let size: Int
  /// The number of its entries.
  let entries: Int

  private static let length = 22
  private static let longestComment = 0xFFFF

  /// Finds and checks the records; the directory has to end where they begin.
  static func read(_ bytes: ArchiveBytes, limits: ArchiveLimits) throws(ArchiveError) -> ZipEndRecord {
    let tailLength = min(bytes.count, length + longestComment)
    guard tailLength >= length else { throw .notAnArchive }
    let tailStart = bytes.count - tailLength
    let tail = try bytes.slice(at: tailStart, count: tailLength, in: .end)
    let candidates = (0...(tailLength - length)).filter { index in
      tail[index...].starts(with: [0x50, 0x4B, 0x05, 0x06])
        && index + length + Int(tail[index + 20]) + Int(tail[index + 21]) << 8 == tailLength
    }
    guard let found = candidates.last else { throw .notAnArchive }
    // Two records that both fit would make two archives of one file.
    guard candidates.count == 1 else { throw .malformed(.end) }
    var reader = ByteReader(tail.rawSpan.extracting(droppingFirst: found + 4)) { _, _ in
      ArchiveError.truncated(.end)
    }
    let (disk, directoryDisk) = (try reader.short(), try reader.short())
    let (entriesHere, entries) = (try reader.short(), try reader.short())
    let (size, offset) = (try reader.word(), try reader.word())
    let short = ZipEndRecord(offset: offset, size: size, entries: entries)
    let position = tailStart + found
    let record: ZipEndRecord
    let end: Int
    if let long = try long(bytes, before: position) {
      guard short.agrees(with: long.record) else { throw .malformed(.end) }
      (record, end) = (long.record, long.start)
    } else {
      guard disk == 0, directoryDisk == 0, entriesHere == entries else { throw .multiDisk }
      (record, end) = (short, position)
    }
    guard record.entries <= limits.entries else { throw .tooManyEntries(limit: limits.entries) }
    guard record.size <= limits.directory else { throw .tooLarge(limit: limits.directory) }
    guard record.offset <= end, record.size == end - record.offset else { throw .malformed(.end) }
    return record
  }

  /// The Zip64 record, which a locator right before the short record leads to.
  private static func long(
    _ bytes: ArchiveBytes, before position: Int
  ) throws(ArchiveError) -> (record: ZipEndRecord, start: Int)? {
    let locatorStart = position - 20
    guard locatorStart >= 0 else { return nil }
    let locator = try bytes.slice(at: locatorStart, count: 20, in: .end)
    guard locator.starts(with: [0x50, 0x4B, 0x06, 0x07]) else { return nil }
    var reader = ByteReader(locator.rawSpan.extracting(droppingFirst: 4)) { _, _ in
      ArchiveError.malformed(.end)
    }
    let (disk, start, disks) = (try reader.word(), try reader.long(), try reader.word())
    guard disk == 0, disks <= 1 else { throw .multiDisk }
    guard start <= locatorStart - 56 else { throw .malformed(.end) }
    let raw = try bytes.slice(at: start, count: 56, in: .end)
    var record = ByteReader(raw.rawSpan.extracting(droppingFirst: 4)) { _, _ in ArchiveError.malformed(.end) }
    guard raw.starts(with: [0x50, 0x4B, 0x06, 0x06]), try record.long() == locatorStart - start - 12 else {
      throw .malformed(.end)
    }
    _ = try record.span(4)
    let (thisDisk, directoryDisk) = (try record.word(), try record.word())
    let (entriesHere, entries) = (try record.long(), try record.long())
    let (size, offset) = (try record.long(), try record.long())
    guard thisDisk == 0, directoryDisk == 0, entriesHere == entries else { throw .multiDisk }
    return (ZipEndRecord(offset: offset, size: size, entries: entries), start)
  }

  /// Whether each number is the same as in the Zip64 record or left to it.
  private func agrees(with long: ZipEndRecord) -> Bool {
    (entries == 0xFFFF || entries == long.entries) && (size == 0xFFFF_FFFF || size == long.size)
      && (offset == 0xFFFF_FFFF || offset == long.offset)
  }
}

/// The extra fields of a zip header that matter: Zip64 sizes and the Unicode name.
struct ZipExtraFields {
  private let zip64: [UInt8]?
  /// The name in UTF-8, where the header's own may be in another encoding.
  let unicodeName: ArraySlice<UInt8>?

  /// Reads the fields, or gives `nil` when they overrun or one of them occurs twice.
  init?(_ bytes: ArraySlice<UInt8>) {
    var reader = unsafe ByteReader(bytes.span.bytes)  // because UInt8 has no padding
    var fields: [Int: [UInt8]] = [:]
    // Some tools pad the end with fewer bytes than a field has.
    while reader.remaining >= 4 {
      guard let tag = try? reader.short(), let length = try? reader.short(),
        let body = try? reader.bytes(length)
      else { return nil }
      if tag == 0x0001 || tag == 0x7075 {
        guard fields.updateValue(body, forKey: tag) == nil else { return nil }
      }
    }
    zip64 = fields[0x0001]
    // One byte of version and four of checksum come first.
    unicodeName = fields[0x7075].map { $0.dropFirst(5) }
  }

  /// The sizes with those that are all ones replaced by the Zip64 field, in its order; `nil` when one is missing.
  func wide(
    uncompressed: Int, compressed: Int, offset: Int, disk: Int
  ) -> (uncompressed: Int, compressed: Int, offset: Int, disk: Int)? {
    let zip64 = zip64 ?? []
    var reader = ByteReader(zip64.rawSpan)
    var values = [uncompressed, compressed, offset]
    for index in values.indices where values[index] == 0xFFFF_FFFF {
      guard let value = try? reader.long() else { return nil }
      values[index] = value
    }
    var wideDisk = disk
    if disk == 0xFFFF {
      guard let value = try? reader.word() else { return nil }
      wideDisk = value
    }
    return (values[0], values[1], values[2], wideDisk)
  }
}

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
