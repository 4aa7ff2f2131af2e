import Foundation

struct TarRecord {
  let name: String
  let kind: UInt8
  let body: Data

  var isFile: Bool { kind == 0 || kind == UInt8(ascii: "0") }
}

struct TarStream: Sequence {
  let data: Data

  func makeIterator() -> AnyIterator<TarRecord> {
    var offset = data.startIndex
    return AnyIterator {
      guard offset + 512 <= data.endIndex, data[offset] != 0 else { return nil }
      let header = data[offset..<offset + 512]
      let name = text(header, at: 0, length: 100)
      let size = Int(text(header, at: 124, length: 11).trimmingCharacters(in: .whitespaces), radix: 8) ?? 0
      let start = offset + 512
      guard size >= 0, size <= data.endIndex - start else { return nil }
      offset = start + (size + 511) / 512 * 512
      return TarRecord(name: name, kind: header[header.startIndex + 156], body: data[start..<start + size])
    }
  }

  private func text(_ header: Data, at position: Int, length: Int) -> String {
    let start = header.startIndex + position
    return String(decoding: header[start..<start + length].prefix { $0 != 0 }, as: UTF8.self)
  }
}
