/// How lines of a file begin and end, so that what is added looks like what is there.
struct LineLayout {
  private let bytes: [UInt8]

  /// Looks at `text`.
  init(_ text: TextSource) { bytes = text.bytes }

  /// The white space before `offset` if nothing else stands before it on its line.
  func indentation(of offset: Int) -> String? {
    var start = offset
    while start > 0, Self.isBlank(bytes[start - 1]) { start -= 1 }
    guard start == 0 || Self.isLineEnd(bytes[start - 1]) else { return nil }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// The line end that is used at `offset`: that of its line, otherwise of the line before, otherwise a line feed.
  func lineEnd(at offset: Int) -> String {
    let end =
      bytes[offset...].firstIndex(where: Self.isLineEnd) ?? bytes[..<offset].lastIndex(where: Self.isLineEnd)
    guard let end else { return "\n" }
    if bytes[end] == 0x0D { return end + 1 < bytes.count && bytes[end + 1] == 0x0A ? "\r\n" : "\r" }
    return end > 0 && bytes[end - 1] == 0x0D ? "\r\n" : "\n"
  }

  /// Whether a line ends at `offset`.
  func isLineEnd(at offset: Int) -> Bool { offset >= bytes.count || Self.isLineEnd(bytes[offset]) }

  /// The last byte of the line of `offset` that is not white space, cut at `limit`.
  func endOfComments(behind offset: Int, before limit: Int) -> Int {
    var end = bytes[offset..<limit].firstIndex(where: Self.isLineEnd) ?? limit
    guard end < limit else { return offset }
    while end > offset, Self.isBlank(bytes[end - 1]) { end -= 1 }
    return end
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
