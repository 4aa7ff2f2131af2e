/// Splits names into lower-case words, so that `passport` is no `pass` and `tokenizer` no `token`.
package enum Words {
  /// The words of `name`: `userAPIKey2`, `user_api_key_2` and `user-api-key-2` are all `user api key`.
  package static func of(_ name: some StringProtocol) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    let bytes = Array(name.utf8)
    words.reserveCapacity(4)
    word.reserveCapacity(bytes.count)
    for index in bytes.indices {
      let kind = Kind(bytes[index])
      if startsWord(bytes, index, kind), !word.isEmpty {
        words.append(String(decoding: word, as: UTF8.self))
        word.removeAll(keepingCapacity: true)
      }
      if kind != .other { word.append(kind == .upper ? bytes[index] | 0x20 : bytes[index]) }
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }

  private enum Kind {
    case upper
    case lower
    case other

    init(_ byte: UInt8) {
      switch byte {
      case 0x41...0x5A: self = .upper
      case 0x61...0x7A, 0x80...: self = .lower
      default: self = .other
      }
    }
  }

  /// A word ends before anything that is no letter, at `aB`, and before the last capital of `ABCd`; not at `URLs`.
  private static func startsWord(_ bytes: [UInt8], _ index: Int, _ kind: Kind) -> Bool {
    guard index > 0, kind != .other else { return true }
    guard kind == .upper else { return false }
    switch Kind(bytes[index - 1]) {
    case .lower, .other: return true
    case .upper:
      guard index + 1 < bytes.count, Kind(bytes[index + 1]) == .lower else { return false }
      let isPlural =
        bytes[index + 1] == 0x73 && (index + 2 == bytes.count || Kind(bytes[index + 2]) != .lower)
      return !isPlural
    }
  }
}
