/// The index of a pack, version 2: where in the pack each object begins.
struct GitPackIndex: Sendable {
  /// The largest index that is read, in bytes: about six million objects.
  static let sizeLimit = 192 << 20

  /// The number of objects.
  let count: Int
  private let bytes: [UInt8]
  private static let header = 8
  private static let fanOut = 256 * 4

  /// Checks the tables of an index; `nil` when it is of another version or they do not fit.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xFF, 0x74, 0x4F, 0x63, 0, 0, 0, 2]), bytes.count >= Self.header + Self.fanOut
    else {
      return nil
    }
    self.bytes = bytes
    var last = 0
    for bucket in 0..<256 {
      let total = Self.word(bytes, Self.header + bucket * 4)
      guard total >= last else { return nil }
      last = total
    }
    count = last
    // Names, checksums and offsets of every object.
    guard last <= (bytes.count - Self.header - Self.fanOut) / (GitObjectID.length + 8) else { return nil }
  }

  private var names: Int { Self.header + Self.fanOut }
  private var offsets: Int { names + count * (GitObjectID.length + 4) }

  /// Where the object begins in the pack.
  func offset(of id: GitObjectID) -> Int? {
    let first = Int(id.bytes[0])
    var low = first == 0 ? 0 : Self.word(bytes, Self.header + (first - 1) * 4)
    var high = Self.word(bytes, Self.header + first * 4)
    while low < high {
      let middle = (low + high) / 2
      let found = name(middle)
      if found.elementsEqual(id.bytes) { return offset(at: middle) }
      if found.lexicographicallyPrecedes(id.bytes) { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// The objects whose names begin with these hexadecimal digits, two at the most.
  func ids(startingWith digits: String) -> [GitObjectID] {
    var found: [GitObjectID] = []
    guard digits.utf8.count >= 4, let first = UInt8(digits.prefix(2), radix: 16) else { return [] }
    let low = first == 0 ? 0 : Self.word(bytes, Self.header + (Int(first) - 1) * 4)
    for index in low..<Self.word(bytes, Self.header + Int(first) * 4) {
      guard let id = GitObjectID(bytes: name(index)), id.description.hasPrefix(digits) else { continue }
      found.append(id)
      if found.count == 2 { break }
    }
    return found
  }

  private func name(_ index: Int) -> ArraySlice<UInt8> {
    let start = names + index * GitObjectID.length
    return bytes[start..<(start + GitObjectID.length)]
  }

  private func offset(at index: Int) -> Int? {
    let value = Self.word(bytes, offsets + index * 4)
    guard value & 0x8000_0000 != 0 else { return value }
    // Offsets beyond two gigabytes stand in a table of their own.
    let place = offsets + count * 4 + (value & 0x7FFF_FFFF) * 8
    guard place + 8 <= bytes.count else { return nil }
    let high = Self.word(bytes, place)
    return high < 0x8000 ? high << 32 | Self.word(bytes, place + 4) : nil
  }

  private static func word(_ bytes: [UInt8], _ index: Int) -> Int {
    bytes[index..<(index + 4)].reduce(0) { $0 << 8 | Int($1) }
  }
}
