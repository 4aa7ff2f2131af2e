import OmamoriCore

/// Puts bytes into armor, piece by piece.
///
///     var writer = AgeArmorWriter()
///     writer.write(piece, into: &text) …
///     writer.finish(into: &text)
struct AgeArmorWriter {
  private var pending: [UInt8] = []
  private var hasBegun = false

  /// Starts an armor.
  init() { pending.reserveCapacity(AgeArmor.bytesPerLine) }

  /// Appends the text for the next bytes, as far as it is known before more of them come.
  mutating func write(_ piece: Span<UInt8>, into text: inout [UInt8]) {
    begin(&text)
    var start = 0
    if !pending.isEmpty {
      start = min(AgeArmor.bytesPerLine - pending.count, piece.count)
      for index in 0..<start { pending.append(piece[index]) }
      guard pending.count == AgeArmor.bytesPerLine else { return }
      Self.line(pending.byteSpan, &text)
      pending.removeAll(keepingCapacity: true)
    }
    while piece.count - start >= AgeArmor.bytesPerLine {
      Self.line(piece.extracting(start..<(start + AgeArmor.bytesPerLine)), &text)
      start += AgeArmor.bytesPerLine
    }
    for index in start..<piece.count { pending.append(piece[index]) }
  }

  /// Appends the end.
  mutating func finish(into text: inout [UInt8]) {
    begin(&text)
    if !pending.isEmpty { Self.line(pending.byteSpan, &text) }
    pending = []
    text += AgeArmor.end
    text.append(UInt8(ascii: "\n"))
  }

  private mutating func begin(_ text: inout [UInt8]) {
    guard !hasBegun else { return }
    hasBegun = true
    text += AgeArmor.begin
    text.append(UInt8(ascii: "\n"))
  }

  private static func line(_ bytes: Span<UInt8>, _ text: inout [UInt8]) {
    text += Base64.standard.encoded(unsafe bytes.bytes, padded: true)  // because UInt8 has no padding
    text.append(UInt8(ascii: "\n"))
  }
}
