/// A zip archive whose directory was checked as a whole; entries are inflated in memory when they are asked for.
///
/// Nothing is ever written to disk. An archive that two readers could understand differently is refused: see
/// ``ArchiveError``. Source: PKWARE APPNOTE.TXT 6.3.10, with Zip64. Safe to use from several threads.
package final class ZipArchive: Sendable {
  /// A file or folder in the archive.
  package struct Entry: Sendable, Hashable {
    /// The path, with `/` between names; folders end without one.
    package let name: String
    /// Whether it is a folder.
    package let isFolder: Bool
    /// The inflated length in bytes.
    package let uncompressedSize: Int
    let compressedSize: Int
    let isDeflated: Bool
    package let checksum: UInt32
    package let flags: Int
    let headerOffset: Int
    let rawName: [UInt8]
  }

  /// The entries in the order of the directory.
  package let entries: [Entry]
  private let bytes: ArchiveBytes
  private let dataOffsets: [Int: Int]

  /// Reads and checks the directory and every header, and inflates nothing.
  package init(_ bytes: ArchiveBytes, limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveError) {
    let directory = try ZipEndRecord.read(bytes, limits: limits)
    var reader = ZipDirectoryReader(limits: limits)
    try reader.read(
      bytes.slice(at: directory.offset, count: directory.size, in: .end), count: directory.entries)
    self.bytes = bytes
    entries = reader.entries
    dataOffsets = try ZipLocalHeaders.check(reader.entries, bytes: bytes, end: directory.offset)
  }

  /// The whole content of `entry`, with its size and checksum verified.
  package func contents(of entry: Entry) throws(ArchiveError) -> [UInt8] {
    let place = ArchivePlace.entry(entry.name)
    let stored = try storedBytes(of: entry, limit: entry.compressedSize)
    let contents: [UInt8]
    if entry.isDeflated {
      do {
        contents = try Inflater.inflate(stored, count: entry.uncompressedSize, isWhole: true)
      } catch {
        throw .corrupt(place)
      }
    } else {
      contents = stored
    }
    guard contents.count == entry.uncompressedSize, Inflater.checksum(contents) == entry.checksum else {
      throw .corrupt(place)
    }
    return contents
  }

  /// Up to `count` first bytes of `entry`; the checksum, which is over the whole, is not verified.
  package func prefix(of entry: Entry, count: Int) throws(ArchiveError) -> [UInt8] {
    let wanted = min(count, entry.uncompressedSize)
    guard entry.isDeflated else { return try storedBytes(of: entry, limit: wanted) }
    // Deflate needs at most a few bytes more than it gives, apart from the tables of its first block.
    let stored = try storedBytes(of: entry, limit: wanted * 2 + 4096)
    let start: [UInt8]
    do {
      start = try Inflater.inflate(stored, count: wanted, isWhole: false)
    } catch {
      throw .corrupt(.entry(entry.name))
    }
    // Blocks without content make a beginning longer than any other; it must not hide what the file is.
    return start.count == wanted ? start : Array(try contents(of: entry).prefix(wanted))
  }

  private func storedBytes(of entry: Entry, limit: Int) throws(ArchiveError) -> [UInt8] {
    let place = ArchivePlace.entry(entry.name)
    guard let offset = dataOffsets[entry.headerOffset] else { throw .malformed(place) }
    return try bytes.slice(at: offset, count: min(limit, entry.compressedSize), in: place)
  }
}
