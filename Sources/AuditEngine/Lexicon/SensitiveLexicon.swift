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
  package static func meaning(of name: some StringProtocol) -> Meaning? {
    // The shell's working directory.
    if name == "PWD" || name == "OLDPWD" { return nil }
    var words = Words.of(name)
    while let last = words.last, LexiconWords.forms.contains(last) { words.removeLast() }
    while let first = words.first, LexiconWords.ornaments.contains(first) { words.removeFirst() }
    guard let first = words.first, let last = words.last, words.count <= 8 else { return nil }
    if words.contains(where: { !$0.utf8.allSatisfy { $0 < 0x80 } }) { return japaneseMeaning(of: words) }

    if LexiconWords.aboutness.contains(last) {
      // `passwordKey` is the name of an entry, `apiKey` is the key itself.
      guard words.count > 1, pairs[words[words.count - 2] + " " + last] != nil else { return nil }
    }
    if LexiconWords.predicates.contains(first) {
      // `resetPassword` does something, a `resetToken` is a token.
      guard words.count == 2, pairs[first + " " + last] != nil else { return nil }
    }
    if words.contains(where: LexiconWords.cancelling.contains) { return nil }

    let terms = ProjectTerms.current
    var found: Meaning?
    for index in words.indices {
      if let meaning = self.meaning(words[index], single, terms), speaks(words, at: index) {
        found = max(found ?? meaning, meaning)
      }
      guard index + 1 < words.count else { continue }
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

  private static func table(_ secrets: [String], _ personal: [String]) -> [String: Meaning] {
    var table: [String: Meaning] = [:]
    for word in personal { table[word] = .personal }
    for word in secrets { table[word] = .secret }
    return table
  }
}
