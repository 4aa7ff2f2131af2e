/// Makes an object from another one and a list of differences, as packs of git keep it.
enum GitDelta {
  /// The object that `delta` makes of `base`; `nil` when the delta does not fit or makes more than `limit` bytes.
  static func apply(_ delta: [UInt8], to base: [UInt8], limit: Int = GitObject.sizeLimit) -> [UInt8]? {
    var index = 0
    guard let baseSize = size(delta, &index), baseSize == base.count, let wanted = size(delta, &index),
      wanted <= limit
    else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(wanted)
    while index < delta.count {
      let operation = delta[index]
      index += 1
      if operation & 0x80 != 0 {
        guard let offset = number(delta, &index, bits: operation & 0x0F, count: 4),
          var count = number(delta, &index, bits: operation >> 4 & 0x07, count: 3)
        else { return nil }
        if count == 0 { count = 0x10000 }
        guard offset + count <= base.count, result.count + count <= wanted else { return nil }
        result += base[offset..<(offset + count)]
      } else {
        let count = Int(operation)
        guard count > 0, index + count <= delta.count, result.count + count <= wanted else { return nil }
        result += delta[index..<(index + count)]
        index += count
      }
    }
    return result.count == wanted ? result : nil
  }

  /// A number in groups of seven bits, the lowest first.
  private static func size(_ bytes: [UInt8], _ index: inout Int) -> Int? {
    var (result, shift) = (0, 0)
    while index < bytes.count, shift < 56 {
      let byte = bytes[index]
      index += 1
      result |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return result }
      shift += 7
    }
    return nil
  }

  /// A number of which only the bytes named in `bits` are there.
  private static func number(_ bytes: [UInt8], _ index: inout Int, bits: UInt8, count: Int) -> Int? {
    var result = 0
    for place in 0..<count where bits & (1 << UInt8(place)) != 0 {
      guard index < bytes.count else { return nil }
      result |= Int(bytes[index]) << (8 * place)
      index += 1
    }
    return result
  }
}
