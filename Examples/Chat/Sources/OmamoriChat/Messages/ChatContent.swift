import OmamoriCore

/// What `omamori-chat` puts inside a sealed message: JSON with a version, and a text or a file.
enum ChatContent: Sendable, Equatable {
  /// The longest text, in bytes of UTF-8.
  static let longestText = 64_000
  /// The most bytes that a text may come to in JSON, where some characters take several; it fits into an envelope.
  private static let longestJSON = 192 << 10
  /// The most bytes of a message of a group in JSON.
  static let greatestForGroups = 64 << 10
  private static let version = 1
  private static let limits = JSONLimits(depth: 4, size: 256 << 10, values: 64)

  /// Words.
  case text(String)
  /// A file.
  case file(ChatFile)
  /// Something that happened to a group; it is never a part of a message.
  case note(GroupNote)
  /// Something that this version does not know.
  case unknown

  /// A text that is typed or piped in.
  ///
  /// - Throws: ``ChatFault`` for an empty or too long one.
  init(typed text: String) throws(ChatFault) {
    guard (1...Self.longestText).contains(text.utf8.count) else { throw .unsendableText }
    self = .text(text)
    guard encoded.count <= Self.longestJSON else { throw .unsendableText }
  }

  /// Reads a message; what is none is ``unknown``.
  init(decoding bytes: [UInt8]) {
    // because a message of a later version is not a fault of anybody's
    self.init(try? StrictJSON.parse(bytes, limits: Self.limits))
    if case .note = self { self = .unknown }
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
    } else if let note = json["note"]?.stringValue.flatMap({ GroupNote($0, json["subject"]?.stringValue) }) {
      self = .note(note)
    } else {
      self = .unknown
    }
  }

  /// The content as JSON.
  var json: JSONValue {
    switch self {
    case .text(let text): ["version": .integer(Self.version), "text": .string(text)]
    case .file(let file): ["version": .integer(Self.version), "file": file.json]
    case .note(let note): Self.json(note)
    case .unknown: ["version": .integer(Self.version)]
    }
  }

  private static func json(_ note: GroupNote) -> JSONValue {
    var object: JSONObject = ["version": .integer(version), "note": .string(note.parts.word)]
    if let subject = note.parts.subject { object["subject"] = .string(subject) }
    return .object(object)
  }

  /// The bytes to be sealed.
  var encoded: [UInt8] { json.utf8() }
}
