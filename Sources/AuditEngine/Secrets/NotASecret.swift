import OmamoriCore

/// Knows the constants that stand under secret names and are no secrets.
package enum NotASecret {
  /// Whether `value`, kept under `name`, is a key, a text, an identifier or a sample value.
  package static func contains(_ value: String, name: String) -> Bool {
    let bytes = Array(value.utf8)
    if bytes.contains(where: { !(0x20...0x7E).contains($0) }) {
      // A text in another script, unless it mixes letters and digits as passwords do and people do not.
      return bytes.contains(0x20) || !bytes.contains(where: isDigit) || !bytes.contains(where: isLetter)
    }
    return repeatsName(value, name) || isPlaceholder(value, bytes) || isText(value)
      || isIdentifier(value, bytes)
      || isMarkup(value)
  }

  // MARK: Names

  /// `sessionToken = "session_token"`, `passwordKey = "user.password"`.
  private static func repeatsName(_ value: String, _ name: String) -> Bool {
    let squashed = squash(value)
    if squashed.isEmpty || squashed == squash(name) { return true }
    guard value.utf8.allSatisfy({ isLetter($0) || separators.contains($0) }) else { return false }
    // Only words, and words that speak of a secret: the name of an entry or a header.
    let words = Words.of(value)
    if words.count > 1, SensitiveLexicon.meaning(of: value) != nil { return true }
    if Set(words).isSubset(of: Words.of(name)) { return true }
    return words.allSatisfy { ordinary.contains($0) || SensitiveLexicon.meaning(of: $0) != nil }
  }

  private static func squash(_ text: String) -> String {
    String(
      decoding: text.utf8.filter { isLetter($0) || isDigit($0) }.map { isLetter($0) ? $0 | 0x20 : $0 },
      as: UTF8.self)
  }

  // MARK: Sample values

  private static func isPlaceholder(_ value: String, _ bytes: [UInt8]) -> Bool {
    let lower = value.lowercased()
    if Set(bytes).count <= 2 { return !bytes.allSatisfy(isDigit) }
    if placeholderParts.contains(where: lower.contains) { return true }
    if Words.of(value).contains(where: placeholderWords.contains) { return true }
    return value.hasPrefix("<") && value.hasSuffix(">") || value.hasPrefix("{") || value.hasPrefix("[")
      || value.hasPrefix("__") && value.hasSuffix("__")
  }

  private static let placeholderParts = [
    "$(", "${", "{{", "<#", "%@", "%s", "%d", "%1$", "%02", "...", "***", "xxxx", "changeme", "change_me",
    "change-me",
    "yourkey", "your_", "your-", "yourapi", "yourtoken", "yoursecret", "replaceme", "insert_", "insert-",
    "placeholder",
    "redacted", "0123456789abcdef", "abcdefghijklmnop", "lorem",
  ]
  private static let placeholderWords: Set = [
    "your", "example", "sample", "dummy", "placeholder", "todo", "fixme", "insert", "replace", "redacted",
    "fake",
    "undefined",
  ]

  // MARK: Texts

  /// Sentences and labels: words with spaces between them.
  private static func isText(_ value: String) -> Bool {
    if value.hasPrefix(" ") || value.hasSuffix(" ") || value.hasSuffix(":") || value.hasSuffix("=") {
      return true
    }
    let words = value.split(separator: " ")
    guard words.count > 1 else { return false }
    let plain = words.count { word in
      word.utf8.allSatisfy { isLetter($0) || ",.!?:;'()%-/".utf8.contains($0) }
    }
    return plain * 3 >= words.count * 2 || words.count > 4
  }

  // MARK: Identifiers

  private static func isIdentifier(_ value: String, _ bytes: [UInt8]) -> Bool {
    if value.contains("://") || value.hasPrefix("/") || value.hasPrefix("~/") || value.hasPrefix("./") {
      return true
    }
    if publicPrefixes.contains(where: value.hasPrefix) { return true }
    if isDotted(value) || isMediaType(value) { return true }
    // `"\\d{4}"`, `"^[A-Z]+$"`
    if value.contains("\\") || value.hasPrefix("^") || value.contains("[^") || value.contains("(?") {
      return true
    }
    // `grant_type=password&scope=…`
    return value.contains("=") && value.contains("&")
  }

  /// `com.example.app.token`, `lock.shield.fill`, `error.password.short`: dots between words.
  private static func isDotted(_ value: String) -> Bool {
    let parts = value.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 32 }) else { return false }
    let isReverse = parts.count > 2 && domains.contains(String(parts[0]))
    return isReverse
      || parts.allSatisfy { part in
        part.utf8.allSatisfy { isLetter($0) || $0 == 0x5F || $0 == 0x2D }
      }
  }

  private static func isMediaType(_ value: String) -> Bool {
    let parts = value.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2
      && ["application", "text", "image", "audio", "video", "multipart"].contains(String(parts[0]))
  }

  private static func isMarkup(_ value: String) -> Bool {
    value.contains("</") || value.contains("/>") || value.contains("\":")
  }

  /// Beginnings of keys that are meant to be seen.
  private static let publicPrefixes = [
    "pk_live_", "pk_test_", "pk.", "appl_", "goog_", "phc_", "ssh-rsa ", "ssh-ed25519 ", "sha256/", "kSec",
    "urn:",
    "data:", "SHA256:", "-----BEGIN",
  ]
  private static let domains: Set = [
    "com", "org", "net", "io", "jp", "dev", "app", "co", "me", "de", "uk", "fr", "ai", "group", "example",
    "iCloud",
    "edu", "gov", "ch", "nl", "se", "cn", "kr", "us", "eu", "in", "au", "ca", "br",
  ]
  /// Words that are values of settings rather than passwords.
  private static let ordinary: Set = [
    "none", "null", "empty", "unknown", "hidden", "visible", "required", "optional", "missing", "invalid",
    "valid",
    "basic", "digest", "bearer", "oauth", "keychain", "biometric", "biometrics", "touch", "face", "id",
    "default",
    "disabled", "enabled", "login", "signin", "user", "username", "email", "account", "auth", "authorization",
    "code",
    "key", "value", "string", "text", "number", "true", "false", "error", "cancel", "reset", "forgot",
    "change",
    "confirm", "new", "old", "current", "access", "refresh", "session", "client", "device", "push", "app",
    "apple",
    "google", "facebook", "github", "x", "api", "header", "field", "name", "type", "data", "input", "output",
    "local",
    "remote", "generic", "internet", "cookie", "http", "https", "query", "param", "grant", "identity",
    "plain", "raw",
    "with", "from", "for", "and", "of", "is", "not", "view", "screen", "entry", "secure", "numeric",
    "alphanumeric",
    "custom", "other", "file", "path", "url",
  ]

  private static let separators: Set<UInt8> = [0x20, 0x2D, 0x2E, 0x2F, 0x3A, 0x5F]
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
