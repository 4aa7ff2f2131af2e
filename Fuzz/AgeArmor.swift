@testable import OmamoriCrypto

/// Armor gives the same bytes in any pieces, and what the writer makes is read back.
func fuzzAgeArmor(_ bytes: [UInt8]) {
  let whole = read(bytes, piece: max(bytes.count, 1))
  expect(read(bytes, piece: 7) == whole, "pieces do not matter")

  var writer = AgeArmorWriter()
  var text: [UInt8] = []
  writer.write(bytes.span, into: &text)
  writer.finish(into: &text)
  if !bytes.isEmpty { expect(read(text, piece: 100) == bytes, "what was written is read back") }
}

private func read(_ bytes: [UInt8], piece size: Int) -> [UInt8]? {
  var reader = AgeArmorReader()
  var output: [UInt8] = []
  do {
    for start in stride(from: 0, to: bytes.count, by: size) {
      try reader.read(Array(bytes[start..<min(start + size, bytes.count)]).span, into: &output)
    }
    try reader.finish(into: &output)
    return output
  } catch {
    return nil
  }
}
