import AppleArchive
import Foundation
import System
import ZipArchive

enum PackError: Error {
  case unreadable, refused
}

final class LevelPackLoader {
  private let levels = URL.applicationSupportDirectory.appending(path: "Levels")

  func installBundled() throws {
    guard let pack = Bundle.main.url(forResource: "BaseLevels", withExtension: "aar"),
          let file = ArchiveByteStream.fileStream(path: FilePath(pack.path), mode: .readOnly, options: [], permissions: .ownerRead),
          let plain = ArchiveByteStream.decompressionStream(readingFrom: file),
          let decoder = ArchiveStream.decodeStream(readingFrom: plain),
          let output = ArchiveStream.extractStream(extractingTo: FilePath(levels.path), flags: [.ignoreOperationNotPermitted]) else {
      throw PackError.unreadable
    }
    _ = try ArchiveStream.process(readingFrom: decoder, writingTo: output) // safe: archive
    try output.close()
  }

  func installCommunityPack(_ remote: URL) async throws {
    let (url, _) = try await URLSession.shared.download(from: remote)
    guard let file = ArchiveByteStream.fileStream(path: FilePath(url.path), mode: .readOnly, options: [], permissions: .ownerRead),
          let plain = ArchiveByteStream.decompressionStream(readingFrom: file),
          let decoder = ArchiveStream.decodeStream(readingFrom: plain) else { throw PackError.unreadable }
    var total: UInt64 = 0
    while let header = try decoder.readHeader(), total < 100_000_000 {
      guard case .string(_, let path)? = header.field(forKey: ArchiveHeader.FieldKey("PAT")),
            case .blob(_, let size, _)? = header.field(forKey: ArchiveHeader.FieldKey("DAT")), size < 8_000_000 else { continue }
      total += size
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(size), alignment: 1)
      defer { buffer.deallocate() }
      try decoder.readBlob(key: ArchiveHeader.FieldKey("DAT"), into: buffer)
      if path.hasSuffix(".level") {
        try Data(buffer).write(to: levels.appendingPathComponent(path)) // weak: archive direct
      } else if path.hasSuffix(".png") {
        try keepTexture(Data(buffer), path: path)
      }
    }
  }

  private func keepTexture(_ data: Data, path: String) throws {
    let parts = path.split(separator: "/")
    guard !parts.isEmpty, !parts.contains(".."), parts.allSatisfy({ !$0.hasPrefix(".") }) else { throw PackError.refused }
    try data.write(to: levels.appendingPathComponent(parts.joined(separator: "-"))) // safe: archive
  }

  func restoreTutorial() -> Bool {
    guard let path = Bundle.main.path(forResource: "tutorial", ofType: "zip") else { return false }
    return SSZipArchive.unzipFile(atPath: path, toDestination: levels.path) // safe: archive
  }
}
