@testable import AuditEngine

/// An archive is refused or read within its limits, and the first bytes of a file are where the file begins.
func fuzzZip(_ bytes: [UInt8]) {
  let limits = ArchiveLimits(entries: 64, total: 4 << 20, ratio: 200, ratioFloor: 1 << 16, nameLength: 256)
  guard let archive = try? ZipArchive(ArchiveBytes(bytes), limits: limits) else { return }
  expect(archive.entries.count <= limits.entries, "the number of entries is limited")
  expect(archive.entries.reduce(0) { $0 + $1.uncompressedSize } <= limits.total, "the total is limited")
  for entry in archive.entries where !entry.isFolder {
    expect(!entry.name.isEmpty && !entry.name.hasPrefix("/"), "a name is a relative path")
    expect(!entry.name.split(separator: "/").contains(".."), "no name leads out of the archive")
    guard let contents = try? archive.contents(of: entry) else { continue }
    expect(contents.count == entry.uncompressedSize, "a file has its size")
    for count in [1, 16, 4096] {
      let start = try? archive.prefix(of: entry, count: count)
      expect(start == Array(contents.prefix(count)), "the first bytes are those of the file")
    }
  }
}
