/// Changes files the way that accidents and strangers do: bits, cuts, parts that are moved or repeated, huge numbers,
/// nesting, and marks that mean something in many formats.
struct Mutator {
  /// No mutated file becomes larger, so that the time of a round says something.
  private static let limit = 48 << 10

  private var state: UInt64

  /// The changes depend on `seed` alone, so that a failure can be seen again.
  init(seed: UInt64) { state = seed }

  /// A number below `bound`, which is at least 1.
  mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ value >> 31) % UInt64(max(1, bound)))
  }

  /// `bytes` with one to four changes; `other` is a file of the same format.
  mutating func mutated(_ bytes: [UInt8], _ other: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...next(below: 4) {
      change(&bytes, other)
      if bytes.count > Self.limit { bytes.removeLast(bytes.count - Self.limit) }
    }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8], _ other: [UInt8]) {
    guard !bytes.isEmpty else { return bytes = other }
    switch next(below: 10) {
    case 0: for _ in 0...next(below: 6) { bytes[place(in: bytes)] ^= 1 << UInt8(next(below: 8)) }
    case 1:
      for _ in 0...next(below: 6) { bytes[place(in: bytes)] = Self.values[next(below: Self.values.count)] }
    case 2: bytes.removeLast(next(below: bytes.count))
    case 3: bytes.removeSubrange(slice(of: bytes))
    case 4: bytes.insert(contentsOf: bytes[slice(of: bytes)], at: next(below: bytes.count + 1))
    case 5: exchange(&bytes)
    case 6: enlarge(&bytes)
    case 7: nest(&bytes)
    case 8:
      let mark = Self.marks[next(below: Self.marks.count)]
      for _ in 0...next(below: 3) { bytes.insert(contentsOf: mark, at: next(below: bytes.count + 1)) }
    default:
      guard !other.isEmpty else { return }
      bytes.replaceSubrange(slice(of: bytes), with: other[slice(of: other)])
    }
  }

  /// Half of the changes hit the beginning, where headers, counts and places stand.
  private mutating func place(in bytes: [UInt8]) -> Int {
    next(below: next(below: 2) == 0 ? min(bytes.count, 512) : bytes.count)
  }

  private mutating func slice(of bytes: [UInt8], longest: Int = 400) -> Range<Int> {
    let start = next(below: bytes.count)
    return start..<min(bytes.count, start + 1 + next(below: longest))
  }

  private mutating func exchange(_ bytes: inout [UInt8]) {
    let (first, second) = (slice(of: bytes), slice(of: bytes))
    guard first.upperBound <= second.lowerBound else { return }
    let (left, right) = (Array(bytes[first]), Array(bytes[second]))
    bytes.replaceSubrange(second, with: left)
    bytes.replaceSubrange(first, with: right)
  }

  /// Puts another number in the place of one that stands there.
  private mutating func enlarge(_ bytes: inout [UInt8]) {
    let start = next(below: bytes.count)
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    guard let first = bytes[start...].firstIndex(where: isDigit) else { return }
    let end = bytes[first...].firstIndex { !isDigit($0) } ?? bytes.count
    bytes.replaceSubrange(first..<end, with: Self.numbers[next(below: Self.numbers.count)])
  }

  /// Repeats a short part very often: a bracket, a tag, a key.
  private mutating func nest(_ bytes: inout [UInt8]) {
    let part = bytes[slice(of: bytes, longest: 16)]
    let times = 1 << next(below: 12)
    let repeated = (0..<times).flatMap { _ in part }
    bytes.insert(contentsOf: repeated, at: part.startIndex)
  }

  private static let values: [UInt8] = [
    0, 1, 0x09, 0x0A, 0x0D, 0x20, 0x22, 0x27, 0x3C, 0x5C, 0x7F, 0x80, 0xC0, 0xED, 0xFE, 0xFF,
  ]

  private static let numbers: [[UInt8]] = [
    "0", "-1", "4294967296", "9223372036854775807", "9223372036854775808", "99999999999999999999999999",
    "1e999",
    "0x7fffffffffffffff", "00000000000000000001", "٣",
  ]
  .map { Array($0.utf8) }

  private static let marks: [[UInt8]] =
    [
      "<!--", "-->", "<![CDATA[", "]]>", "\"", "'", "`", "/*", "*/", "//", "#{", "#", "&amp;", "&a", "*a",
      "%", "\u{0}",
      "\u{FEFF}", "\r\n", "\r", "$(A)", "${", "{{", "}}", "((", "[", "{", "|\n", ">\n", "<<~A\n", "- ", ": ",
      "=", ";",
      ",", "\\", "\\u0000", "\\\n", "\u{202E}", "🈚️", "e\u{301}", "-----BEGIN PRIVATE KEY-----",
      "omamori:ignore a -- b",
      "password", "token = \"Zk31x9Qr7Lw2\"", "http://a.example", "../../",
      "\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}",
    ]
    .map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xFE, 0xFF], [0xFF, 0xFE]]
}
