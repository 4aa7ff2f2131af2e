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
    var cursor = ByteCursor(tail[(found + 4)...])
    guard let disk = cursor.short(), let directoryDisk = cursor.short(), let entriesHere = cursor.short(),
      let entries = cursor.short(), let size = cursor.word(), let offset = cursor.word()
    else { throw .truncated(.end) }
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
    var cursor = ByteCursor(locator[4...])
    guard let disk = cursor.word(), let start = cursor.long(), let disks = cursor.word() else {
      throw .malformed(.end)
    }
    guard disk == 0, disks <= 1 else { throw .multiDisk }
    guard start <= locatorStart - 56 else { throw .malformed(.end) }
    let raw = try bytes.slice(at: start, count: 56, in: .end)
    cursor = ByteCursor(raw[4...])
    guard raw.starts(with: [0x50, 0x4B, 0x06, 0x06]), let rest = cursor.long(),
      rest == locatorStart - start - 12, cursor.take(4) != nil, let thisDisk = cursor.word(),
      let directoryDisk = cursor.word(), let entriesHere = cursor.long(), let entries = cursor.long(),
      let size = cursor.long(), let offset = cursor.long()
    else { throw .malformed(.end) }
    guard thisDisk == 0, directoryDisk == 0, entriesHere == entries else { throw .multiDisk }
    return (ZipEndRecord(offset: offset, size: size, entries: entries), start)
  }

  /// Whether each number is the same as in the Zip64 record or left to it.
  private func agrees(with long: ZipEndRecord) -> Bool {
    (entries == 0xFFFF || entries == long.entries) && (size == 0xFFFF_FFFF || size == long.size)
      && (offset == 0xFFFF_FFFF || offset == long.offset)
  }
}
