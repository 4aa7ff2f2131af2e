/// Tells names that are certainly new in an object from those that have to be looked for.
///
/// Names of ASCII without escapes are the same only if their bytes are. Each leaves one of 64 marks, and one that finds
/// its mark free is new; after any other name nothing is certain.
struct JSONNameMarks {
  private var marks: UInt64 = 0
  private var isCertain = true

  /// Whether a name, as it stands in the document, may be one of those before; it counts as one from now on.
  mutating func mayRepeat(_ name: Span<UInt8>) -> Bool {
    var sum: UInt64 = 0
    for index in name.indices {
      let byte = name[index]
      if byte >= 0x80 || byte == UInt8(ascii: "\\") {
        isCertain = false
        return true
      }
      sum = (sum &+ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
    }
    let mark: UInt64 = 1 << (sum >> 58)
    defer { marks |= mark }
    return !isCertain || marks & mark != 0
  }
}
