import OmamoriCore
import OmamoriKeychain

/// A number of 256 bits that is added and subtracted modulo 2^256: the sum of keyed hash values.
struct Sum256: Sendable {
  /// The length in bytes.
  static let byteCount = 32
  /// Nothing added.
  static let zero = Sum256()

  /// The number, the most significant word first.
  private(set) var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  private init() {}

  /// Takes the first 32 bytes, the most significant first; missing ones count as zero.
  init(_ bytes: RawSpan) {
    words = (bytes.word(at: 0), bytes.word(at: 8), bytes.word(at: 16), bytes.word(at: 24))
  }

  /// Adds a number.
  static func += (left: inout Sum256, right: Sum256) {
    var carry: UInt64 = 0
    left.words.3 = add(left.words.3, right.words.3, &carry)
    left.words.2 = add(left.words.2, right.words.2, &carry)
    left.words.1 = add(left.words.1, right.words.1, &carry)
    left.words.0 = add(left.words.0, right.words.0, &carry)
  }

  /// Subtracts a number.
  static func -= (left: inout Sum256, right: Sum256) {
    var negative = Sum256()
    negative.words = (~right.words.0, ~right.words.1, ~right.words.2, ~right.words.3)
    var one = Sum256()
    one.words.3 = 1
    left += negative
    left += one
  }

  private static func add(_ left: UInt64, _ right: UInt64, _ carry: inout UInt64) -> UInt64 {
    let (sum, first) = left.addingReportingOverflow(right)
    let (total, second) = sum.addingReportingOverflow(carry)
    carry = first || second ? 1 : 0
    return total
  }

  /// The bytes, the most significant first.
  func append(to bytes: inout [UInt8]) {
    bytes.append(word: words.0)
    bytes.append(word: words.1)
    bytes.append(word: words.2)
    bytes.append(word: words.3)
  }
}

extension Sum256: Hashable {
  /// Says whether both are the same number.
  static func == (left: Sum256, right: Sum256) -> Bool { left.words == right.words }

  /// Adds the number.
  func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}
