@testable import OmamoriMessaging

/// A reference to an attachment has one spelling, and its name leads nowhere else.
func fuzz(_ bytes: [UInt8]) {
  if let reference = try? AttachmentReference(decoding: bytes) {
    expect(reference.encoded == bytes, "one spelling for each reference")
    expect(reference.suggestedName.map(AttachmentName.isAllowed) ?? true, "names are harmless")
  }
  let text = String(decoding: bytes, as: UTF8.self)
  if let name = AttachmentName.suggestion(for: text) {
    expect(AttachmentName.isAllowed(name) && !name.contains("/"), "suggestions are harmless")
    expect(AttachmentName.suggestion(for: name) == name, "a suggestion stays as it is")
  }
}
