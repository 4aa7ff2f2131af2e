import OmamoriCore
import OmamoriMessaging

/// A file that was sent along: where it is, and what opens it.
struct ChatFile: Sendable, Equatable {
  /// The most bytes of a file.
  static let greatestSize = 16 << 20

  /// Where the relay keeps the sealed bytes, 16 bytes that nobody can guess.
  let identifier: [UInt8]
  /// The key and the digest that open it.
  let reference: AttachmentReference

  /// Describes a file.
  init(_ identifier: [UInt8], _ reference: AttachmentReference) {
    (self.identifier, self.reference) = (identifier, reference)
  }

  /// What the sender calls it: one component of a path, which leads nowhere else.
  var name: String { reference.suggestedName ?? "file" }
  /// How many bytes it has.
  var size: UInt64 { reference.length }

  /// The file as a part of a message.
  var json: JSONValue {
    [
      "identifier": .string(Base64URL.encode(identifier)),
      "reference": .string(Base64URL.encode(reference.encoded)),
    ]
  }

  /// Reads what ``json`` wrote; `nil` for anything else.
  init?(_ json: JSONValue?) {
    // because what is no file is refused as a whole
    guard let json, let text = json["identifier"]?.stringValue,
      let identifier = try? Base64URL.decode(text), identifier.count == 16,
      let sealed = json["reference"]?.stringValue, let bytes = try? Base64URL.decode(sealed),
      let reference = try? AttachmentReference(decoding: bytes), reference.length <= Self.greatestSize
    else { return nil }
    self.init(identifier, reference)
  }
}
