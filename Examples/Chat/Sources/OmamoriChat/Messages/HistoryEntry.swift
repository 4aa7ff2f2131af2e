import OmamoriCore

/// A line of the history with a peer, or of a group.
struct HistoryEntry: Sendable, Equatable {
  /// Which way a message went.
  enum Direction: String, Sendable {
    case sent, received
  }

  /// The most bytes of a line in JSON.
  static let greatestJSON = 500 << 10

  /// Tells it from all others, 16 bytes.
  let identifier: [UInt8]
  /// Which way it went.
  let direction: Direction
  /// When it was sent, by the sender's clock.
  let time: Date
  /// Whether the peer's identity was verified when it was received; always true for what was sent.
  let isVerified: Bool
  /// Who sent it, in a group; `nil` where the history or the direction says it.
  let sender: String?
  /// What was said.
  let content: ChatContent

  /// Makes a line.
  init(
    _ identifier: [UInt8], _ direction: Direction, at time: Date, isVerified: Bool = true,
    sender: String? = nil,
    _ content: ChatContent
  ) {
    (self.identifier, self.direction, self.time) = (identifier, direction, time)
    (self.isVerified, self.sender, self.content) = (isVerified, sender, content)
  }

  /// The same line of somebody who is verified, or not.
  func verified(_ isVerified: Bool) -> HistoryEntry {
    HistoryEntry(identifier, direction, at: time, isVerified: isVerified, sender: sender, content)
  }

  /// Reads ``json`` in UTF-8; `nil` for anything else.
  init?(decoding bytes: some Collection<UInt8>) {
    let limits = JSONLimits(depth: 6, size: 1 << 20, values: 200)
    // because what is no entry is refused as a whole
    self.init(try? StrictJSON.parse(Array(bytes), limits: limits))
  }

  /// Reads what ``json`` wrote; `nil` for anything else.
  init?(_ json: JSONValue?) {
    // because what is no entry is refused as a whole
    guard let json, let text = json["id"]?.stringValue, let identifier = try? Base64URL.decode(text),
      identifier.count == 16, let direction = json["direction"]?.stringValue.flatMap(Direction.init),
      let time = json["time"]?.intValue, let isVerified = json["verified"]?.boolValue,
      let content = json["content"]
    else { return nil }
    self.init(
      identifier, direction, at: Date(timeIntervalSince1970: Double(time) / 1000), isVerified: isVerified,
      sender: json["sender"]?.stringValue, ChatContent(content))
  }

  /// The line as JSON.
  var json: JSONValue {
    var object: JSONObject = [
      "id": .string(Base64URL.encode(identifier)), "direction": .string(direction.rawValue),
      "time": .integer(Int64(time.timeIntervalSince1970 * 1000)), "verified": .bool(isVerified),
      "content": content.json,
    ]
    if let sender { object["sender"] = .string(sender) }
    return .object(object)
  }
}
