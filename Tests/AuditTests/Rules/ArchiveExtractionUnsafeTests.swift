import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ArchiveExtractionUnsafeTests {
  @Test(arguments: [
    """
    import ZIPFoundation
    func unpack(_ file: URL) throws {
      guard let archive = Archive(url: file, accessMode: .read) else { return }
      for entry in archive {
        let name = entry.path
        try write(entry, to: ⟦folder.appendingPathComponent(name)⟧)
      }
    }
    """,
    """
    import SWCompression
    func unpack(_ data: Data) throws {
      for entry in try TarContainer.open(container: data) {
        try entry.data?.write(to: ⟦folder.appending(path: entry.info.name)⟧)
      }
    }
    """,
    """
    func unpack() throws {
      for file in zipArchive.files {
        manager.createFile(atPath: ⟦(base as NSString).appendingPathComponent(file.fileName)⟧, contents: file.data)
      }
    }
    """,
    "try archive.extract(entry, to: place, allowUncontainedSymlinks: ⟦true⟧)",
    """
    func unpack(_ entries: [ArchiveEntry]) throws {
      for entry in entries {
        let target = ⟦folder.appendingPathComponent(entry.path)⟧
        try entry.contents.write(to: target)
      }
    }
    """,
  ])
  func speaks(_ source: String) { expect(ArchiveExtractionUnsafe.self, in: source) }

  @Test(arguments: [
    """
    func unpack(_ file: URL) throws {
      let archive = try Archive(url: file, accessMode: .read)
      for entry in archive {
        guard !entry.path.contains("..") else { continue }
        _ = try archive.extract(entry, to: folder.appendingPathComponent(entry.path))
      }
    }
    """,
    """
    func unpack(_ file: URL) throws {
      let archive = try Archive(url: file, accessMode: .read)
      for entry in archive {
        let name = (entry.path as NSString).lastPathComponent
        _ = try archive.extract(entry, to: folder.appendingPathComponent(name))
      }
    }
    """,
    // Notes of the app, no entries.
    "func export() { for note in notes { write(note, to: folder.appendingPathComponent(note.name)) } }",
    "try FileManager.default.unzipItem(at: file, to: folder)",
    "try archive.extract(entry, to: place, allowUncontainedSymlinks: false)",
  ])
  func isSilent(_ source: String) { expect(ArchiveExtractionUnsafe.self, in: source) }
}
