/// Finds PEM blocks of private keys in source text, also when they are split into several literals.
package enum PrivateKeyText {
  /// A block.
  package struct Block {
    /// What the first line says: `EC PRIVATE KEY`.
    package let label: String
    /// From the first line to the last.
    package let range: Range<Int>
  }

  /// Every block with a body that can be a key; a first line alone, as in code that reads keys, is none.
  package static func blocks(in bytes: [UInt8]) -> [Block] {
    var blocks: [Block] = []
    var index = 0
    while let start = find(begin, in: bytes, from: index) {
      index = start + begin.count
      guard let (label, bodyStart) = label(in: bytes, from: index), label.contains("PRIVATE KEY") else {
        continue
      }
      guard let end = bodyEnd(in: bytes, from: bodyStart) else { continue }
      blocks.append(Block(label: label, range: start..<end))
      index = end
    }
    return blocks
  }

  private static let begin = Array("-----BEGIN ".utf8)
  private static let dashes = Array("-----".utf8)

  private static func find(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard let first = pattern.first, bytes.count >= pattern.count else { return nil }
    var index = start
    while index + pattern.count <= bytes.count {
      if bytes[index] == first, bytes[index..<(index + pattern.count)].elementsEqual(pattern) { return index }
      index += 1
    }
    return nil
  }

  private static func label(in bytes: [UInt8], from start: Int) -> (String, Int)? {
    var end = start
    while end < min(bytes.count, start + 40), (0x41...0x5A).contains(bytes[end]) || bytes[end] == 0x20 {
      end += 1
    }
    guard end + 5 <= bytes.count, bytes[end..<(end + 5)].elementsEqual(dashes) else { return nil }
    return (String(decoding: bytes[start..<end], as: UTF8.self), end + 5)
  }

  /// Reads base64 and what source code puts between it: quotes, `+`, commas, escaped line ends, comments aside.
  private static func bodyEnd(in bytes: [UInt8], from start: Int) -> Int? {
    var count = 0
    var seen: Set<UInt8> = []
    var index = start
    while index < min(bytes.count, start + 65_536) {
      let byte = bytes[index]
      switch byte {
      case 0x5C:
        // An escape such as `\n`, also doubled.
        index += 1
        while index < bytes.count, bytes[index] == 0x5C { index += 1 }
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F, 0x3D:
        count += 1
        seen.insert(byte)
      case 0x2D where index + 5 <= bytes.count && bytes[index..<(index + 5)].elementsEqual(dashes):
        guard count >= 40, seen.count >= 16 else { return nil }
        let tail = label(in: bytes, from: index + 5)
        return tail?.1 ?? index + 5
      case 0x00...0x20, 0x22, 0x27, 0x2C, 0x40, 0x2D, 0x3A: break
      default: return nil
      }
      index += 1
    }
    return nil
  }
}
