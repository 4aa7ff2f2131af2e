/// Knows which names mean a secret or personal data.
///
/// Names are compared word by word, never by substring; only Japanese, which has no spaces, is searched for words.
/// Weak words (`user`, `id`, `key`, `account`) mean nothing by themselves and count only in the pairs of the tables.
package enum SensitiveLexicon {
  /// What a name means.
  package enum Meaning: Int, Sendable, Comparable {
    /// Personal data: a card number, a birth date, a location.
    case personal = 1
    /// A secret: whoever knows it can act as its owner.
    case secret = 2

    package static func < (left: Meaning, right: Meaning) -> Bool { left.rawValue < right.rawValue }
  }

  /// What `name` means, or `nil` when it means nothing sensitive.
  ///
  /// A word that says the value is *about* a secret (its label, length, policy, error…) cancels.
  package static func meaning(of name: String) -> Meaning? {
    // The shell's working directory.
    if name == "PWD" || name == "OLDPWD" { return nil }
    var words = Words.of(name)
    while let last = words.last, LexiconWords.forms.contains(last) { words.removeLast() }
    while let first = words.first, LexiconWords.ornaments.contains(first), words != ["my", "number"] {
      words.removeFirst()
    }
    guard let first = words.first, let last = words.last, words.count <= 8 else { return nil }
    if words.contains(where: { !$0.utf8.allSatisfy { $0 < 0x80 } }) { return japaneseMeaning(of: words) }
    // Most names have no such word, and what would cancel it need not be asked.
    guard let found = strongest(words) else { return nil }

    if LexiconWords.aboutness.contains(last) {
      // `passwordKey` is the name of an entry, `apiKey` is the key itself.
      guard words.count > 1, pairs[words[words.count - 2] + " " + last] != nil else { return nil }
    }
    if LexiconWords.predicates.contains(first) {
      // `resetPassword` does something, a `resetToken` is a token.
      guard words.count == 2, pairs[first + " " + last] != nil else { return nil }
    }
    return words.contains(where: LexiconWords.cancelling.contains) ? nil : found
  }

  /// The strongest meaning of the words and pairs of a name.
  private static func strongest(_ words: [String]) -> Meaning? {
    let terms = ProjectTerms.current
    var found: Meaning?
    for index in words.indices {
      if let meaning = self.meaning(words[index], single, terms), speaks(words, at: index) {
        found = max(found ?? meaning, meaning)
      }
      guard index + 1 < words.count, terms.hasWords || beginnings.contains(words[index]) else { continue }
      if words[index] == "session", words.contains(where: LexiconWords.otherSessions.contains) { continue }
      if let meaning = self.meaning(words[index] + " " + words[index + 1], pairs, terms) {
        found = max(found ?? meaning, meaning)
      }
    }
    return found
  }

  /// What one word or pair means; the project's own words come before those of the tables.
  private static func meaning(_ words: String, _ table: [String: Meaning], _ terms: ProjectTerms) -> Meaning?
  {
    guard terms.hasWords else { return table[words] }
    if terms.harmlessWords.contains(words) { return nil }
    return terms.words[words] ?? table[words]
  }

  /// Whether a word with several meanings has its sensitive one where it stands.
  private static func speaks(_ words: [String], at index: Int) -> Bool {
    switch words[index] {
    case "pin":
      // `pinToEdges` and `pinView` are verbs and map pins, `parentalPin` and `pinCode` are numbers.
      let isLast = index + 1 == words.count
      guard isLast || LexiconWords.afterPin.contains(words[index + 1]) else { return false }
      return !words.contains(where: LexiconWords.otherPins.contains)
    case "token", "tokens":
      return !words.contains(where: LexiconWords.otherTokens.contains)
    case "seed":
      return words.contains("wallet") || words.contains("recovery") || words.contains("master")
    default: return true
    }
  }

  /// Whether a name without spaces speaks of something sensitive and not of its label or screen.
  private static func japaneseMeaning(of words: [String]) -> Meaning? {
    let name = words.joined()
    guard !LexiconWords.japaneseAboutness.contains(where: name.hasSuffix) else { return nil }
    let terms = ProjectTerms.current
    let own = terms.words.filter { name.contains($0.key) }
    func means(_ word: String) -> Bool { name.contains(word) && !terms.harmlessWords.contains(word) }
    if own.values.contains(.secret) || LexiconWords.japaneseSecrets.contains(where: means) { return .secret }
    return !own.isEmpty || LexiconWords.japanesePersonal.contains(where: means) ? .personal : nil
  }

  private static let single = table(LexiconWords.secrets, LexiconWords.personal)
  private static let pairs = table(LexiconWords.secretPairs, LexiconWords.personalPairs)

  /// The first words of the pairs.
  private static let beginnings = Set(pairs.keys.map { String($0.prefix { $0 != " " }) })

  private static func table(_ secrets: [String], _ personal: [String]) -> [String: Meaning] {
    var table: [String: Meaning] = [:]
    for word in personal { table[word] = .personal }
    for word in secrets { table[word] = .secret }
    return table
  }
}

/// Splits names into lower-case words, so that `passport` is no `pass` and `tokenizer` no `token`.
package enum Words {
  /// The words of `name`: `userAPIKey2`, `user_api_key_2` and `user-api-key-2` are all `user api key`.
  package static func of(_ name: String) -> [String] {
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

  /// The same for a part of a text; rules, which are not optimised, would call a generic function slowly.
  package static func of(_ name: some StringProtocol) -> [String] { of(String(name)) }

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

// The standard library looks for a text in another one character by character, so that it finds what is written in
// another way too. What rules look for has one way to be written, and bytes are compared in a fraction of the time.

extension StringProtocol {
  /// Where the bytes of `text` first stand.
  package func firstRange(of text: String) -> Range<String.Index>? {
    var text = text
    let place: Int? = text.withUTF8 { wanted in
      // because both buffers are only read, and within their bounds
      let found = utf8.withContiguousStorageIfAvailable { unsafe $0.firstOffset(of: wanted) }
      if let found { return found }
      // because the buffer is only read, and within its bounds
      return unsafe Array(utf8).firstOffset(of: wanted)
    }
    guard let place else { return nil }
    let start = utf8.index(utf8.startIndex, offsetBy: place)
    return start..<utf8.index(start, offsetBy: text.utf8.count)
  }

  /// Whether the bytes of `text` stand in this text.
  package func contains(_ text: String) -> Bool { firstRange(of: text) != nil }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// The offset at which `wanted` first stands.
  fileprivate func firstOffset(of wanted: some RandomAccessCollection<UInt8>) -> Int? {
    guard let first = wanted.first else { return 0 }
    guard count >= wanted.count else { return nil }
    for start in startIndex...(endIndex - wanted.count) where self[start] == first {
      if self[start...].starts(with: wanted) { return start - startIndex }
    }
    return nil
  }
}
