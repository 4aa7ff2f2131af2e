import OmamoriCore

/// One part of an age header: the file key wrapped for one recipient.
///
/// A value; safe to share between threads.
struct AgeStanza: Sendable, Equatable {
  /// The kind and what it needs, each of visible ASCII characters; never empty.
  let arguments: [String]
  /// The wrapped key.
  let body: [UInt8]

  /// The kind, such as `X25519`.
  var type: String { arguments[0] }

  /// Appends the stanza as it stands in a header.
  func write(to text: inout [UInt8]) {
    text += "-> ".utf8
    text += arguments.joined(separator: " ").utf8
    text.append(UInt8(ascii: "\n"))
    var rest = Base64.standard.encoded(body.rawSpan, padded: false)[...]
    while rest.count >= Self.columns {
      text += rest.prefix(Self.columns)
      text.append(UInt8(ascii: "\n"))
      rest = rest.dropFirst(Self.columns)
    }
    text += rest
    text.append(UInt8(ascii: "\n"))
  }

  /// The characters in a full line of a body.
  static let columns = 64
}
