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
