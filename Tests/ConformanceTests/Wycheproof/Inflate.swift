/// Expands what zlib compressed (RFC 1950, RFC 1951), for vectors that are stored compressed.
struct Inflate {
  /// The input is not what zlib writes.
  struct Fault: Error {}

  private let input: [UInt8]
  private var position: Int
  private var bitBuffer: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  /// Expands a zlib stream; the checksum at its end is not looked at, since the vectors have their own.
  static func zlib(_ bytes: [UInt8]) throws -> [UInt8] {
    guard bytes.count > 2, bytes[0] & 15 == 8, bytes[1] & 32 == 0 else { throw Fault() }
    var inflate = Inflate(input: bytes, position: 2)
    return try inflate.run()
  }

  private init(input: [UInt8], position: Int) { (self.input, self.position) = (input, position) }

  private mutating func run() throws -> [UInt8] {
    while true {
      let isLast = try bits(1) == 1
      switch try bits(2) {
      case 0: try copyStored()
      case 1: try expand(literals: Self.fixedLiterals, distances: Self.fixedDistances)
      case 2:
        let (literals, distances) = try readCodes()
        try expand(literals: literals, distances: distances)
      default: throw Fault()
      }
      if isLast { return output }
    }
  }

  private mutating func bits(_ count: Int) throws -> Int {
    while bitCount < count {
      guard position < input.count else { throw Fault() }
      bitBuffer |= UInt32(input[position]) << UInt32(bitCount)
      position += 1
      bitCount += 8
    }
    defer {
      bitBuffer >>= UInt32(count)
      bitCount -= count
    }
    return Int(bitBuffer & (1 << UInt32(count) - 1))
  }

  private mutating func copyStored() throws {
    (bitBuffer, bitCount) = (0, 0)
    guard position + 4 <= input.count else { throw Fault() }
    let count = Int(input[position]) | Int(input[position + 1]) << 8
    position += 4
    guard position + count <= input.count else { throw Fault() }
    output += input[position..<position + count]
    position += count
  }

  private mutating func expand(literals: Code, distances: Code) throws {
    while true {
      let symbol = try decode(literals)
      if symbol < 256 {
        output.append(UInt8(symbol))
      } else if symbol == 256 {
        return
      } else {
        guard symbol - 257 < Self.lengths.count else { throw Fault() }
        let (base, extra) = Self.lengths[symbol - 257]
        let length = base + (try bits(extra))
        let code = try decode(distances)
        guard code < Self.distanceBases.count else { throw Fault() }
        let (distanceBase, distanceExtra) = Self.distanceBases[code]
        let distance = distanceBase + (try bits(distanceExtra))
        guard distance <= output.count else { throw Fault() }
        for _ in 0..<length { output.append(output[output.count - distance]) }
      }
    }
  }

  private mutating func readCodes() throws -> (Code, Code) {
    let (literalCount, distanceCount) = (try bits(5) + 257, try bits(5) + 1)
    let lengthCount = try bits(4) + 4
    var lengthLengths = [Int](repeating: 0, count: 19)
    for place in Self.lengthOrder.prefix(lengthCount) { lengthLengths[place] = try bits(3) }
    let lengthCode = Code(lengthLengths)
    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try decode(lengthCode)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw Fault() }
        lengths += [Int](repeating: last, count: 3 + (try bits(2)))
      case 17: lengths += [Int](repeating: 0, count: 3 + (try bits(3)))
      case 18: lengths += [Int](repeating: 0, count: 11 + (try bits(7)))
      default: lengths.append(symbol)
      }
    }
    return (Code(Array(lengths[..<literalCount])), Code(Array(lengths[literalCount...])))
  }

  private mutating func decode(_ code: Code) throws -> Int {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      value |= try bits(1)
      let count = code.counts[length]
      if value - first < count { return code.symbols[index + value - first] }
      (index, first) = (index + count, (first + count) << 1)
      value <<= 1
    }
    throw Fault()
  }

  /// A canonical Huffman code: how many symbols have each length, and the symbols in order.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: [Int]) {
      for length in lengths where length > 0 { counts[length] += 1 }
      for length in 1...15 { symbols += lengths.indices.filter { lengths[$0] == length } }
    }
  }

  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let fixedDistances = Code([Int](repeating: 5, count: 30))
  private static let fixedLiterals = Code(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let lengths =
    (0..<28).map { (symbol: Int) -> (base: Int, extra: Int) in
      guard symbol >= 8 else { return (3 + symbol, 0) }
      let extra = symbol / 4 - 1
      return (3 + (4 + symbol % 4) << extra, extra)
    } + [(258, 0)]
  private static let distanceBases = (0..<30).map { (symbol: Int) -> (base: Int, extra: Int) in
    guard symbol >= 4 else { return (1 + symbol, 0) }
    let extra = symbol / 2 - 1
    return (1 + (2 + symbol % 2) << extra, extra)
  }
}
