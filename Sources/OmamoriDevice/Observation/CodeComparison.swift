import OmamoriCore

/// Compares bytes of memory with those of a file, without the C library's functions, which may be hooked.
enum CodeComparison {
  /// How many of the bytes that both have differ, and the place of the first one.
  static func differences(_ left: [UInt8], _ right: [UInt8]) -> (count: Int, first: Int) {
    let size = min(left.count, right.count)
    let (left, right) = (left.byteSpan, right.byteSpan)
    var (count, first) = (0, 0)
    var place = 0
    while place < size {
      // Equal blocks are passed over without a branch for each byte.
      let end = min(place + 64, size)
      var difference: UInt8 = 0
      for index in place..<end { difference |= left[index] ^ right[index] }
      if difference != 0 {
        for index in place..<end where left[index] != right[index] {
          if count == 0 { first = index }
          count += 1
        }
      }
      place = end
    }
    return (count, first)
  }
}
