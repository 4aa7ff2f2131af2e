/// Knows which names mean a secret or personal data.
///
/// Names are compared word by word, never by substring.
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
    let words = Words.of(name)
    guard !words.isEmpty, words.count <= 8 else { return nil }
    if let last = words.last, aboutness.contains(last) {
      // `passwordKey` is the name of an entry, `apiKey` is the key itself.
      let isPair = words.count > 1 && pairs[words[words.count - 2] + " " + last] != nil
      guard isPair else { return nil }
    }
    if let first = words.first, predicates.contains(first) { return nil }
    if words.contains(where: cancelling.contains) { return nil }
    var found: Meaning?
    for index in words.indices {
      if let meaning = single[words[index]] { found = max(found ?? meaning, meaning) }
      guard index + 1 < words.count else { continue }
      let pair = words[index] + " " + words[index + 1]
      if let meaning = pairs[pair] { found = max(found ?? meaning, meaning) }
    }
    return found
  }

  /// Words that are sensitive by themselves.
  private static let single: [String: Meaning] = {
    var table: [String: Meaning] = [:]
    for word in [
      "password", "passwd", "passcode", "passphrase", "pwd", "pin", "secret", "token", "jwt", "bearer",
      "apikey",
      "apisecret", "clientsecret", "privatekey", "secretkey", "masterkey", "mnemonic", "otp", "totp", "cvv",
      "cvc",
      "credential", "credentials", "accesstoken", "refreshtoken", "authtoken", "passwords", "secrets",
      "tokens",
      "パスワード", "暗証番号", "秘密鍵", "anshoubangou", "himitsu",
    ] { table[word] = .secret }
    for word in [
      "ssn", "iban", "creditcard", "cardnumber", "mynumber", "passport", "diagnosis", "マイナンバー", "口座番号",
      "カード番号",
    ] { table[word] = .personal }
    return table
  }()

  /// Words that are sensitive together.
  private static let pairs: [String: Meaning] = {
    var table: [String: Meaning] = [:]
    for pair in [
      "api key", "api secret", "client secret", "private key", "secret key", "encryption key", "master key",
      "signing key", "session key", "symmetric key", "aes key", "hmac key", "auth key", "access key",
      "recovery code",
      "recovery key", "seed phrase", "session id", "security code", "security answer",
    ] { table[pair] = .secret }
    for pair in [
      "card number", "account number", "social security", "national id", "national number", "my number",
      "tax id",
      "birth date", "credit card", "debit card", "phone number", "bank account", "health record",
      "medical record", "home address", "email address",
    ] { table[pair] = .personal }
    return table
  }()

  /// Last words that make the name one of something about a secret.
  private static let aboutness: Set = [
    "name", "label", "title", "placeholder", "hint", "prompt", "path", "field", "column", "header",
    "parameter",
    "param", "identifier", "notification", "segue", "regex", "pattern", "url", "uri", "endpoint", "error",
    "message",
    "text", "count", "length", "size", "min", "max", "expiry", "expiration", "expires", "type", "kind",
    "strength",
    "policy", "view", "button", "cell", "controller", "screen", "validator", "service", "manager", "provider",
    "store",
    "handler", "delegate", "status", "state", "style", "color", "image", "icon", "font", "index", "range",
    "offset",
    "format", "separator", "prefix", "suffix", "info", "option", "options", "config", "configuration",
    "required",
    "enabled", "visible", "valid", "request", "response", "task", "queue", "rule", "rules", "list", "map",
    "family",
    "syntax", "node", "stream", "source", "position", "level", "algorithm", "scheme", "version", "date",
    "time",
    "lifetime", "interval", "completion", "callback", "block", "closure", "ref", "reference", "alias", "tag",
    "mask",
    "toggle", "reset", "change", "changed", "sheet", "page", "flow", "step", "key", "keys", "keychain",
    "account",
    "cache", "parser", "generator", "factory", "builder", "result", "event", "action", "method", "function",
    "scope",
    "constraint", "height", "width", "layout", "item", "items", "entry", "row", "section", "group", "class",
    "hash", "digest", "ciphertext", "checksum", "salt",
  ]

  /// First words of questions and instructions.
  private static let predicates: Set = [
    "is", "has", "should", "can", "did", "will", "needs", "requires", "show", "shows", "hide", "hides", "use",
    "uses",
    "enable", "allow", "allows", "forgot", "reset", "change", "update", "validate", "verify", "on", "num",
    "number",
  ]

  /// Words that cancel wherever they stand.
  private static let cancelling: Set = [
    "public", "cancellation", "cancel", "csrf", "placeholder", "lexer", "parser", "syntax", "keyword",
    "punctuation",
    "tokenizer", "tokenized", "xctest", "mock", "sample", "example", "dummy", "fake", "pushpin", "map",
    "annotation",
    "observer", "observation", "next", "previous", "current", "leading", "trailing", "page", "continuation",
    "pagination", "encrypted", "ciphertext", "sealed", "hashed", "masked", "redacted",
  ]
}
