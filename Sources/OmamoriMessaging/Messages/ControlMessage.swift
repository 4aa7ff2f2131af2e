/// What a conversation says to itself on the other side.
enum ControlMessage: UInt8, Sendable, CaseIterable {
  /// A new session was begun because messages could not be opened any more.
  case reset = 1

  /// The body of a message that says this.
  var body: [UInt8] { [rawValue] }

  init(body: [UInt8]) throws(MessagingError) {
    guard body.count == 1, let message = Self(rawValue: body[0]) else { throw .message(.unsupported) }
    self = message
  }
}
