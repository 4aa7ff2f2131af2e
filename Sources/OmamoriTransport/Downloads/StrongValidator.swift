import OmamoriCore

/// What says that two responses are parts of the same bytes (RFC 9110, sections 8.8 and 13.1.5).
///
/// A value; safe to share between threads.
struct StrongValidator: Sendable, Hashable {
  /// The greatest length, in bytes.
  static let greatestSize = 1024

  /// A strong entity tag with its quotation marks, or a moment.
  let text: String

  /// The validator of a response; `nil` when there is none, when its entity tag is weak, or when it was changed less than a
  /// minute before it was sent.
  init?(_ fields: ResponseFields) {
    let (tags, changes) = (fields.values("ETag"), fields.values("Last-Modified"))
    if tags.isEmpty {
      guard changes.count == 1, let changed = HTTPDate.read(changes[0]),
        let sent = fields["Date"].flatMap(HTTPDate.read), sent.timeIntervalSince(changed) >= 60
      else { return nil }
      text = changes[0]
    } else {
      guard tags.count == 1, Self.isStrongTag(tags[0]) else { return nil }
      text = tags[0]
    }
  }

  /// What was written down before; `nil` for what is no validator.
  init?(_ text: String) {
    guard Self.isStrongTag(text) || HTTPDate.read(text) != nil else { return nil }
    self.text = text
  }

  /// Whether a response names another one; a part may leave it out.
  func contradicts(_ fields: ResponseFields) -> Bool {
    let values = fields.values(text.hasPrefix("\"") ? "ETag" : "Last-Modified")
    return !values.isEmpty && values != [text]
  }

  private static func isStrongTag(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return (2...greatestSize).contains(bytes.count) && bytes.first == 0x22 && bytes.last == 0x22
      && bytes.dropFirst().dropLast().allSatisfy { $0 == 0x21 || (0x23...0x7E).contains($0) }
  }
}
