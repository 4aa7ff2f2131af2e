package import OmamoriReport
package import SwiftSyntax

/// A secret or personal value that is handed to a store under a key.
package struct StoredSecret {
  /// The name that says so: of the value or of the key.
  package let name: String
  /// What it means.
  package let meaning: SensitiveLexicon.Meaning
  /// The way the value took to where it is stored, if it was made or named somewhere else.
  package let steps: [FindingStep]
  /// Whether only the code that calls the function around says what it is.
  package let isPassed: Bool
  /// Whether only the name of the entry says so, and nothing is known of the value's type.
  package let isNamedByKey: Bool
  /// Whether the data is of a kind that does harm by itself: secrets, cards, accounts; not an address.
  package var isGrave: Bool { Self.isGrave(name, meaning) }

  /// The same for a name that was judged already.
  package static func isGrave(_ name: String, _ meaning: SensitiveLexicon.Meaning) -> Bool {
    meaning == .secret || Words.of(name).contains(where: grave.contains)
  }

  /// What `value`, stored under `key`, is; `nil` when it is nothing sensitive, encrypted, a flag or a removal.
  package init?(value: ExprSyntax?, key: ExprSyntax?, in scope: ScopeID, _ source: SwiftSource) {
    let text = key.flatMap { source.fold($0, in: scope).string ?? NamePath.last(of: $0) }
    // `set(token, forKey: "deviceToken")`: the key knows better.
    if let text, !Set(Words.of(text)).isDisjoint(with: Self.harmless) { return nil }
    if let value {
      guard Self.canBeSecret(value, in: scope, source), !Self.comesFromPush(value, in: scope, source) else {
        return nil
      }
      if let found = source.sensitive(value, in: scope) {
        guard Set(Words.of(found.name)).isDisjoint(with: Self.harmless) else { return nil }
        (name, meaning, isPassed, isNamedByKey) = (found.name, found.meaning, false, false)
        steps = Self.way(of: value, in: scope, source)
        return
      }
    }
    if let text, let meaning = Self.meaning(of: text) {
      (name, self.meaning, isPassed) = (text, meaning, false)
      isNamedByKey = value.map { !source.isText($0, in: scope) } ?? false
      steps = value.map { Self.way(of: $0, in: scope, source) } ?? []
      return
    }
    guard let value, let passed = source.taint(of: value, in: scope, [.secret, .personal]),
      Set(Words.of(passed.name)).isDisjoint(with: Self.harmless)
    else { return nil }
    (name, meaning) = (passed.name, passed.kind == .secret ? .secret : .personal)
    (steps, isPassed, isNamedByKey) = (source.flow(of: passed, to: value.utf8Range), true, false)
  }

  private static func way(of value: ExprSyntax, in scope: ScopeID, _ source: SwiftSource) -> [FindingStep] {
    source.taint(of: value, in: scope, [.secret, .personal, .userInput])
      .map { source.flow(of: $0, to: value.utf8Range) } ?? []
  }

  /// How sure it is: what a caller passes is known by summary only.
  package var confidence: Confidence { isGrave ? isPassed || isNamedByKey ? .medium : .high : .low }

  /// How bad it is to store it in the clear: what only its key names is never grave.
  package var severity: Severity { isGrave ? isNamedByKey ? .medium : .high : .low }

  /// What a name of an entry means; `accessTokenKey` names an access token here.
  package static func meaning(of name: String) -> SensitiveLexicon.Meaning? {
    var words = Words.of(name)
    if words.count > 1, words.last == "key",
      SensitiveLexicon.meaning(of: words.dropLast().joined(separator: "_")) != nil
    {
      words.removeLast()
    }
    guard Set(words).isDisjoint(with: harmless) else { return nil }
    return SensitiveLexicon.meaning(of: words.suffix(8).joined(separator: "_"))
  }

  /// Whether what is kept under the name opens nothing.
  package static func isHarmless(entry name: String) -> Bool {
    !Set(Words.of(name)).isDisjoint(with: harmless)
  }

  /// What the name of a value means; `nil` for tokens that open nothing and numbers about a secret.
  package static func meaning(ofValue name: String) -> SensitiveLexicon.Meaning? {
    guard let meaning = SensitiveLexicon.meaning(of: name), Set(Words.of(name)).isDisjoint(with: harmless)
    else { return nil }
    return meaning
  }

  private static func canBeSecret(_ value: ExprSyntax, in scope: ScopeID, _ source: SwiftSource) -> Bool {
    if source.isNumberOrFlag(value, in: scope) { return false }
    switch source.fold(value, in: scope) {
    case .none, .boolean: return false
    case .integer(let number): return number >= 1000
    case .string(let text) where text.isEmpty: return false
    default: break
    }
    let parts = SequenceParts.of(value)
    if parts.contains(where: { tests.contains(SequenceParts.operation($0) ?? "") }) { return false }
    if value.is(PrefixOperatorExprSyntax.self) { return false }
    let operand = parts[0]
    let name = Call(operand, scope: scope)?.name ?? NamePath.last(of: operand) ?? ""
    return Set(Words.of(name)).isDisjoint(with: protecting)
  }

  /// Whether a local name stands for the address of push notifications.
  private static func comesFromPush(_ value: ExprSyntax, in scope: ScopeID, _ source: SwiftSource) -> Bool {
    guard let name = value.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let made = source.binding(named: name, from: scope)?.value
    else { return false }
    return made.tokens(viewMode: .sourceAccurate).contains { token in
      ["deviceToken", "fcmToken", "pushToken", "tokenParts"].contains(token.text)
    }
  }

  private static let tests: Set = ["==", "!=", "<", ">", "<=", ">=", "&&", "||"]
  private static let protecting: Set = [
    "encrypt", "encrypted", "seal", "sealed", "cipher", "ciphertext", "hash", "hashed", "wrapped", "wrap",
    "count",
    "date",
  ]
  /// Words of tokens that open nothing, and of numbers about a secret.
  private static let harmless: Set = [
    "device", "push", "fcm", "apns", "change", "sync", "history", "delta", "cursor", "registration",
    "attempts",
    "attempt", "tries", "failures", "remaining", "limit", "at", "migrated", "migration", "saved", "exists",
    "exp", "expire", "expired", "refreshed", "updated", "asked", "shown", "seen", "accepted", "reminder",
    "biometric",
  ]
  private static let grave: Set = [
    "card", "account", "bank", "ssn", "iban", "social", "passport", "mynumber", "health",
  ]

  /// Whether a type or variable called `name` keeps secrets in the Keychain, by its name.
  package static func isStoreOfSecrets(_ name: String) -> Bool {
    let words = Words.of(name)
    return words.contains("keychain")
      || words.contains(where: ["secret", "secrets", "secure"].contains)
        && words.contains(where: ["store", "storage"].contains)
  }
}
