/// A value of DER: its tag and its content.
struct DERValue {
  let tag: UInt8
  let content: ArraySlice<UInt8>

  /// Takes the first value off `bytes`; `nil` when it is not all there.
  init?(takenOff bytes: inout ArraySlice<UInt8>) {
    guard let tag = bytes.popFirst(), let first = bytes.popFirst() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      guard (1...4).contains(count), bytes.count >= count else { return nil }
      length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      bytes = bytes.dropFirst(count)
    }
    guard length <= bytes.count else { return nil }
    (self.tag, content) = (tag, bytes.prefix(length))
    bytes = bytes.dropFirst(length)
  }
}
