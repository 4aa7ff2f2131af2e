@testable import OmamoriCrypto

/// A header of an age file has one spelling, and reading it in other pieces changes nothing.
func fuzzAgeHeader(_ bytes: [UInt8]) {
  guard let whole = read(bytes, piece: max(bytes.count, 1)) else {
    expect(read(bytes, piece: 1) == nil, "what is refused is refused in any pieces")
    return
  }
  expect(read(bytes, piece: 1) == whole, "pieces do not matter")
  expect(bytes.starts(with: whole.text), "one spelling for each header")
  expect(
    AgeHeader.authenticatedText(whole.stanzas) == whole.authenticatedText, "the MAC covers what was read")
}

private func read(_ bytes: [UInt8], piece size: Int) -> AgeHeader? {
  var reader = AgeHeaderReader()
  var start = 0
  while start < bytes.count, reader.header == nil {
    let piece = Array(bytes[start..<min(start + size, bytes.count)])
    guard let used = try? reader.read(piece.span) else { return nil }
    expect(used == piece.count || reader.header != nil, "a piece is read until the header ends")
    start += used
  }
  return try? reader.finish()
}
