import OmamoriCore

/// Pins as text: 44 characters of Base64, after `sha256/` (OkHttp) or `sha256//` (curl) or nothing.
enum PinText {
  static func digest(of text: String) -> Data? {
    // The digest may begin with a slash, too, so that only its length tells it from the prefix.
    let content = String(decoding: text.utf8.suffix(44), as: UTF8.self)
    guard ["", "sha256/", "sha256//"].contains(String(decoding: text.utf8.dropLast(44), as: UTF8.self)),
      let digest = Base64.standard.decode(content, padded: true), digest.count == 32
    else { return nil }
    return Data(digest)
  }
}
