import Compression
import Foundation

struct TileInflater {
  let limit = 4_000_000

  func tile(from url: URL) async throws -> Data {
    let (packed, _) = try await URLSession.shared.data(from: url)
    return try inflate(packed)
  }

  private func inflate(_ packed: Data) throws -> Data {
    var position = packed.startIndex
    let filter = try InputFilter(.decompress, using: .zlib) { (count: Int) -> Data? in
      guard position < packed.endIndex else { return nil }
      let end = min(position + count, packed.endIndex)
      defer { position = end }
      return packed[position..<end]
    }
    var tile = Data()
    while let chunk = try filter.readData(ofLength: 65_536), tile.count < limit { // safe: archive
      tile.append(chunk)
    }
    return tile
  }

  func labels(in container: URL) async throws -> [Data] {
    let (data, _) = try await URLSession.shared.data(from: container)
    return try TarStream(data: data).map { try unzip($0.body) }
  }

  private func unzip(_ body: Data) throws -> Data {
    try (body as NSData).decompressed(using: .zlib) as Data // weak: archive helper
  }
}
