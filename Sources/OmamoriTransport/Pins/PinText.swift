import OmamoriCore

/// Pins as text: 44 characters of Base64, after `sha256/` (OkHttp) or `sha256//` (curl) or nothing.
enum PinText {
  static func digest(of text: String) -> Data? {
    var content = text[...]
    for prefix in ["sha256//", "sha256/"] where content.hasPrefix(prefix) {
      content = content.dropFirst(prefix.count)
      break
    }
    guard content.utf8.count == 44, let digest = Data(base64Encoded: String(content)), digest.count == 32,
      digest.base64EncodedString() == content
    else { return nil }
    return digest
  }
}
