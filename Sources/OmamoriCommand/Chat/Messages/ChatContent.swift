#if !canImport(Darwin)
import OmamoriCore

/// What `omamori chat` puts inside a sealed message: JSON with a version, and a text or a file.
///
/// A value; safe to share between threads.
enum ChatContent: Sendable, Equatable {
  /// The longest text, in bytes of UTF-8.
  static let longestText = 64_000
  /// The most bytes that a text may come to in JSON, where some characters take several; it fits into an envelope.
  private static let longestJSON = 192 << 10
  private static let version = 1
  private static let limits = JSONLimits(depth: 4, size: 256 << 10, values: 64)

  /// Words.
  case text(String)
  /// A file.
  case file(ChatFile)
  /// Something that this version does not know.
  case unknown

  /// A text that is typed or piped in.
  ///
  /// - Throws: ``CryptoFault`` for an empty or too long one.
  init(typed text: String) throws(CryptoFault) {
    guard (1...Self.longestText).contains(text.utf8.count) else { throw .unsendableText }
    self = .text(text)
    guard encoded.count <= Self.longestJSON else { throw .unsendableText }
  }

  /// Reads a message; what is none is ``unknown``.
  init(decoding bytes: [UInt8]) {
    // because a message of a later version is not a fault of anybody's
    self.init(try? StrictJSON.parse(bytes, limits: Self.limits))
  }

  /// Reads what ``json`` wrote.
  init(_ json: JSONValue?) {
    guard let json, json["version"]?.intValue == Self.version else {
      self = .unknown
      return
    }
    if let text = json["text"]?.stringValue, (1...Self.longestText).contains(text.utf8.count) {
      self = .text(text)
    } else if let file = ChatFile(json["file"]) {
      self = .file(file)
    } else {
      self = .unknown
    }
  }

  /// The content as JSON.
  var json: JSONValue {
    switch self {
    case .text(let text): ["version": .integer(Self.version), "text": .string(text)]
    case .file(let file): ["version": .integer(Self.version), "file": file.json]
    case .unknown: ["version": .integer(Self.version)]
    }
  }

  /// The bytes to be sealed.
  var encoded: [UInt8] { json.utf8() }
}
#endif
