import OmamoriCore

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
