/// Undoes DEFLATE (RFC 1951) up to a number of bytes, for contents that were compressed before they were encrypted.
struct Inflation {
  private let input: [UInt8]
  private let limit: Int
  private var output: [UInt8] = []
  /// The next bit of the input.
  private var position = 0

  /// What was compressed.
  ///
  /// - Parameters:
  ///   - input: The compressed bytes, with nothing behind them.
  ///   - limit: The most bytes that may come out.
  /// - Returns: The bytes, or `nil` when the input is malformed or stands for more.
  static func inflate(_ input: [UInt8], limit: Int) -> [UInt8]? {
    var inflation = Inflation(input: input, limit: limit)
    return inflation.run() ? inflation.output : nil
  }

  private init(input: [UInt8], limit: Int) { (self.input, self.limit) = (input, limit) }

  private mutating func run() -> Bool {
    while true {
      guard let isLast = bits(1), let kind = bits(2) else { return false }
      let isDone: Bool
      switch kind {
      case 0: isDone = copyStored()
      case 1: isDone = expand(Self.fixedLiterals, Self.fixedDistances)
      case 2:
        guard let (literals, distances) = tables() else { return false }
        isDone = expand(literals, distances)
      default: return false
      }
      guard isDone else { return false }
      if isLast == 1 { return (position + 7) / 8 == input.count }
    }
  }

  /// The next bits, the first of which is the lowest.
  private mutating func bits(_ count: Int) -> Int? {
    guard position + count <= input.count * 8 else { return nil }
    var value = 0
    for offset in 0..<count {
      value |= Int(input[(position + offset) / 8] >> UInt8((position + offset) % 8) & 1) << offset
    }
    position += count
    return value
  }

  private mutating func copyStored() -> Bool {
    position = (position + 7) / 8 * 8
    guard let count = bits(16), let complement = bits(16), count == ~complement & 0xFFFF else { return false }
    let start = position / 8
    guard start + count <= input.count, output.count + count <= limit else { return false }
    output += input[start..<start + count]
    position += count * 8
    return true
  }

  /// Reads symbols up to the end of a block: bytes, and copies of what came out before.
  private mutating func expand(_ literals: HuffmanCode, _ distances: HuffmanCode) -> Bool {
    while let symbol = next(literals) {
      if symbol == 256 { return true }
      if symbol < 256 {
        guard output.count < limit else { return false }
        output.append(UInt8(symbol))
        continue
      }
      guard symbol - 257 < Self.lengths.count, let more = bits(Self.lengths[symbol - 257].extra),
        let place = next(distances), place < Self.distances.count,
        let further = bits(Self.distances[place].extra)
      else { return false }
      let (count, distance) = (Self.lengths[symbol - 257].base + more, Self.distances[place].base + further)
      guard distance <= output.count, output.count + count <= limit else { return false }
      for _ in 0..<count { output.append(output[output.count - distance]) }
    }
    return false
  }

  private mutating func next(_ code: HuffmanCode) -> Int? {
    var reader = code.reader()
    while let bit = bits(1) {
      switch reader.take(bit) {
      case .symbol(let symbol): return symbol
      case .more: continue
      case .none: return nil
      }
    }
    return nil
  }

  /// The codes that a block describes.
  private mutating func tables() -> (HuffmanCode, HuffmanCode)? {
    guard let literalCount = bits(5), let distanceCount = bits(5), let count = bits(4) else { return nil }
    let (literals, distances) = (literalCount + 257, distanceCount + 1)
    guard literals <= 286, distances <= 30 else { return nil }
    var sizes = [Int](repeating: 0, count: 19)
    for index in Self.order.prefix(count + 4) {
      guard let size = bits(3) else { return nil }
      sizes[index] = size
    }
    guard let code = HuffmanCode(sizes), let all = self.sizes(literals + distances, code), all[256] > 0 else {
      return nil
    }
    guard let first = HuffmanCode(Array(all.prefix(literals))),
      let second = HuffmanCode(Array(all.dropFirst(literals)))
    else { return nil }
    return (first, second)
  }

  /// The lengths of codes, with their repetitions.
  private mutating func sizes(_ count: Int, _ code: HuffmanCode) -> [Int]? {
    var sizes: [Int] = []
    while sizes.count < count {
      guard let symbol = next(code) else { return nil }
      switch symbol {
      case 0...15: sizes.append(symbol)
      case 16:
        guard let last = sizes.last, let more = bits(2) else { return nil }
        sizes += [Int](repeating: last, count: 3 + more)
      default:
        guard let more = bits(symbol == 17 ? 3 : 7) else { return nil }
        sizes += [Int](repeating: 0, count: (symbol == 17 ? 3 : 11) + more)
      }
    }
    return sizes.count == count ? sizes : nil
  }
}

extension Inflation {
  /// A number that stands for several, and how many bits follow to say which.
  private typealias Step = (base: Int, extra: Int)

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private static let lengths: [Step] =
    zip(
      [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163,
        195, 227, 258,
      ],
      [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
    ).map { ($0, $1) }

  private static let distances: [Step] = (0..<30).map { place in
    guard place >= 4 else { return (place + 1, 0) }
    let extra = place / 2 - 1
    return ((2 + place % 2) << extra + 1, extra)
  }

  private static let fixedLiterals = HuffmanCode(
    fixed: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = HuffmanCode(fixed: [Int](repeating: 5, count: 32))
}

/// A canonical Huffman code of DEFLATE (RFC 1951 §3.2.2), given by the lengths of its symbols.
struct HuffmanCode {
  private static let longest = 15

  /// How many symbols have each length.
  private var counts: [Int]
  /// The symbols, the ones with the shortest codes first.
  private let symbols: [Int]

  /// Makes a code; `nil` when the lengths overlap, or leave a gap although there is more than one symbol.
  init?(_ sizes: [Int]) {
    self.init(fixed: sizes)
    var free = 1
    for count in counts.dropFirst() {
      free = free * 2 - count
      guard free >= 0 else { return nil }
    }
    guard free == 0 || symbols.count <= 1 else { return nil }
  }

  /// Makes a code whose lengths are known to fit together.
  init(fixed sizes: [Int]) {
    counts = [Int](repeating: 0, count: Self.longest + 1)
    for size in sizes where size > 0 { counts[size] += 1 }
    symbols = sizes.indices.filter { sizes[$0] > 0 }.sorted { (sizes[$0], $0) < (sizes[$1], $1) }
  }

  /// What a bit leads to.
  enum Step {
    case symbol(Int)
    case more
    case none
  }

  /// Follows the code bit by bit.
  struct Reader {
    fileprivate let code: HuffmanCode
    private var size = 0
    private var value = 0
    /// The first code of this length, and the place of its symbol.
    private var first = 0
    private var place = 0

    fileprivate init(_ code: HuffmanCode) { self.code = code }

    /// Goes on with one bit.
    mutating func take(_ bit: Int) -> Step {
      size += 1
      guard size <= HuffmanCode.longest else { return .none }
      value = value << 1 | bit
      let count = code.counts[size]
      if value - first < count { return .symbol(code.symbols[place + value - first]) }
      place += count
      first = (first + count) << 1
      return .more
    }
  }

  /// Begins to follow the code.
  func reader() -> Reader { Reader(self) }
}
