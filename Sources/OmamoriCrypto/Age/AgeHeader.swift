import OmamoriCore

/// The header of an age file: the file key wrapped for each recipient, and a MAC under that key.
///
/// A value; safe to share between threads. ``AgeHeaderReader`` makes one of text.
struct AgeHeader: Sendable, Equatable {
  /// The wrapped keys, at least one.
  let stanzas: [AgeStanza]
  /// The text that the MAC covers: from the beginning up to and including `---`.
  let authenticatedText: [UInt8]
  /// The MAC as it stands in the header; unchecked.
  let mac: [UInt8]

  /// The first line, without its end.
  static let versionLine = Array("age-encryption.org/v1".utf8)
  /// What the first line begins with in every version.
  static let versionPrefix = Array("age-encryption.org/".utf8)
  /// What the last line begins with.
  static let endMark = Array("---".utf8)
  /// The size of the MAC in bytes.
  static let macSize = 32

  /// Puts a header together from what its reader found.
  init(stanzas: [AgeStanza], authenticatedText: [UInt8], mac: [UInt8]) {
    (self.stanzas, self.authenticatedText, self.mac) = (stanzas, authenticatedText, mac)
  }

  /// The text that the MAC of a header with these stanzas covers.
  static func authenticatedText(_ stanzas: [AgeStanza]) -> [UInt8] {
    var text = versionLine + [UInt8(ascii: "\n")]
    for stanza in stanzas { stanza.write(to: &text) }
    return text + endMark
  }

  /// The whole header as it stands in a file.
  var text: [UInt8] {
    var text = authenticatedText + [UInt8(ascii: " ")]
    StandardBase64.encode(mac.byteSpan, into: &text, padded: false)
    return text + [UInt8(ascii: "\n")]
  }
}
