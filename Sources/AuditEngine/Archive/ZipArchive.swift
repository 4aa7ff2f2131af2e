package import OmamoriCore

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

/// The sizes a zip archive may have; everything is decided from its headers before anything is inflated.
package struct ArchiveLimits: Sendable, Hashable {
  /// The most entries.
  package var entries: Int
  /// The largest sum of inflated sizes, in bytes.
  package var total: Int
  /// The largest quotient of inflated and compressed size, of each entry and of the whole.
  package var ratio: Int
  /// The inflated size in bytes up to which ``ratio`` is not asked for: small files of zeros are common.
  package var ratioFloor: Int
  /// The longest name, in bytes.
  package var nameLength: Int
  /// The largest central directory, in bytes.
  package var directory: Int

  /// Makes limits; without arguments they are the defaults of the tool.
  package init(
    entries: Int = 100_000, total: Int = 4 << 30, ratio: Int = 200, ratioFloor: Int = 1 << 20,
    nameLength: Int = 4096, directory: Int = 64 << 20
  ) {
    (self.entries, self.total, self.ratio) = (entries, total, ratio)
    (self.ratioFloor, self.nameLength, self.directory) = (ratioFloor, nameLength, directory)
  }
}

/// A part of an archive that an error speaks about.
package enum ArchivePlace: Sendable, Hashable {
  /// The record at the end that says where the directory lies.
  case end
  /// The central directory, with the number of the entry from 1.
  case directory(entry: Int)
  /// The entry of this name.
  case entry(String)

  /// The place in words.
  package var text: LocalizedText {
    switch self {
    case .end: LocalizedText("the end record", ja: "終端レコード")
    case .directory(let entry):
      LocalizedText("entry \(entry) of the central directory", ja: "セントラルディレクトリの \(entry) 番目")
    case .entry(let name):
      LocalizedText(stringLiteral: "“" + Self.shortened(name) + "”")
    }
  }

  private static func shortened(_ name: String) -> String {
    let shown = DisplayName.text(of: Array(name.utf8))
    return shown.count <= 80 ? shown : String(shown.prefix(77)) + "..."
  }
}

/// The bytes of an archive, read where they are needed.
package struct ArchiveBytes: Sendable {
  private enum Source: Sendable {
    case file(OpenFile)
    case memory([UInt8])
  }

  private let source: Source
  /// The length in bytes.
  package let count: Int

  /// Reads from an open file of `count` bytes.
  package init(_ file: OpenFile, count: Int) {
    source = .file(file)
    self.count = count
  }

  /// Reads from bytes at hand.
  package init(_ bytes: [UInt8]) {
    source = .memory(bytes)
    count = bytes.count
  }

  /// The `length` bytes from `offset` on.
  ///
  /// - Throws: ``ArchiveError/truncated(_:)`` when they are not all there.
  package func slice(at offset: Int, count length: Int, in place: ArchivePlace) throws(ArchiveError)
    -> [UInt8]
  {
    guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { throw .truncated(place) }
    switch source {
    case .memory(let bytes): return Array(bytes[offset..<offset + length])
    case .file(let file):
      let bytes: [UInt8]
      do {
        bytes = try file.read(at: offset, count: length)
      } catch {
        throw .unreadable(error.message)
      }
      guard bytes.count == length else { throw .truncated(place) }
      return bytes
    }
  }
}

/// The name of a zip entry, once it is known to stay inside the archive.
struct ZipName: Sendable, Hashable {
  /// The path without a slash at its end.
  let text: String
  /// Whether the name ended with a slash.
  let isFolder: Bool

  /// Reads a name and refuses what could lead elsewhere or be understood in two ways.
  static func checked(
    _ raw: ArraySlice<UInt8>, flags: Int, limit: Int, place: ArchivePlace
  ) throws(ArchiveError) -> ZipName {
    guard let full = String(validating: raw, as: UTF8.self) else { throw .nameEncoding(place) }
    let named = ArchivePlace.entry(full)
    guard !raw.isEmpty, raw.count <= limit else { throw .unsafeName(place) }
    guard raw.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else {
      throw .unsafeName(named)
    }
    let isFolder = raw.last == UInt8(ascii: "/")
    let path = isFolder ? raw.dropLast() : raw
    let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) })
    else {
      throw .unsafeName(named)
    }
    // A drive letter makes a name absolute on some systems.
    let bytes = Array(path.prefix(2))
    if bytes.count == 2, bytes[1] == UInt8(ascii: ":"), Character(Unicode.Scalar(bytes[0])).isLetter {
      throw .unsafeName(named)
    }
    return ZipName(text: isFolder ? String(full.unicodeScalars.dropLast()) : full, isFolder: isFolder)
  }
}
