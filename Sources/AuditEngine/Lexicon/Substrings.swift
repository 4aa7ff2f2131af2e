// The standard library looks for a text in another one character by character, so that it finds what is written in
// another way too. What rules look for has one way to be written, and bytes are compared in a fraction of the time.

extension StringProtocol {
  /// Where the bytes of `text` first stand.
  package func firstRange(of text: String) -> Range<String.Index>? {
    var text = text
    let place: Int? = text.withUTF8 { wanted in
      // because both buffers are only read, and within their bounds
      let found = utf8.withContiguousStorageIfAvailable { unsafe $0.firstOffset(of: wanted) }
      if let found { return found }
      // because the buffer is only read, and within its bounds
      return unsafe Array(utf8).firstOffset(of: wanted)
    }
    guard let place else { return nil }
    let start = utf8.index(utf8.startIndex, offsetBy: place)
    return start..<utf8.index(start, offsetBy: text.utf8.count)
  }

  /// Whether the bytes of `text` stand in this text.
  package func contains(_ text: String) -> Bool { firstRange(of: text) != nil }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// The offset at which `wanted` first stands.
  fileprivate func firstOffset(of wanted: some RandomAccessCollection<UInt8>) -> Int? {
    guard let first = wanted.first else { return 0 }
    guard count >= wanted.count else { return nil }
    for start in startIndex...(endIndex - wanted.count) where self[start] == first {
      if self[start...].starts(with: wanted) { return start - startIndex }
    }
    return nil
  }
}
