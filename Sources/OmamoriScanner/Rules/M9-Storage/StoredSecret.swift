import SwiftSyntax

/// A secret or personal value that is handed to a store under a key.
struct StoredSecret {
  /// The name that says so: of the value or of the key.
  let name: String
  /// What it means.
  let meaning: SensitiveLexicon.Meaning
  /// Whether the data is of a kind that does harm by itself: secrets, cards, accounts; not an address.
  var isGrave: Bool { Self.isGrave(name, meaning) }

  /// The same for a name that was judged already.
  static func isGrave(_ name: String, _ meaning: SensitiveLexicon.Meaning) -> Bool {
    meaning == .secret || Words.of(name).contains(where: grave.contains)
  }

  /// What `value`, stored under `key`, is; `nil` when it is nothing sensitive, encrypted, a flag or a removal.
  init?(value: ExprSyntax?, key: ExprSyntax?, in scope: ScopeID, _ source: SwiftSource) {
    if let value {
      guard Self.canBeSecret(value, in: scope, source) else { return nil }
      if let found = source.sensitive(value, in: scope) {
        guard Set(Words.of(found.name)).isDisjoint(with: Self.harmless) else { return nil }
        (name, meaning) = (found.name, found.meaning)
        return
      }
    }
    guard let key else { return nil }
    let text = source.fold(key, in: scope).string ?? NamePath.last(of: key)
    guard let text, let meaning = Self.meaning(of: text) else { return nil }
    (name, self.meaning) = (text, meaning)
  }

  /// What a name of an entry means; `accessTokenKey` names an access token here.
  static func meaning(of name: String) -> SensitiveLexicon.Meaning? {
    var words = Words.of(name)
    if words.count > 1, words.last == "key",
      SensitiveLexicon.meaning(of: words.dropLast().joined(separator: "_")) != nil
    {
      words.removeLast()
    }
    guard Set(words).isDisjoint(with: harmless) else { return nil }
    return SensitiveLexicon.meaning(of: words.suffix(8).joined(separator: "_"))
  }

  private static func canBeSecret(_ value: ExprSyntax, in scope: ScopeID, _ source: SwiftSource) -> Bool {
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
    "asked", "shown", "seen", "accepted", "reminder", "biometric", "hash", "digest",
  ]
  private static let grave: Set = [
    "card", "account", "bank", "ssn", "iban", "social", "passport", "mynumber", "health",
  ]
}
