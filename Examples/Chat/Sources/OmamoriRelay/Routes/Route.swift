/// What a request asks for.
enum Route: Sendable, Hashable {
  case health
  case register(String)
  case publish(String)
  case addEntries(String)
  case countEntries(String)
  case bundle(String)
  case putEnvelope(String, identifier: String)
  case envelopes(String, EnvelopeQuery)
  case acknowledge(String)
  case putAttachment(String)
  case attachment(String)

  /// The account that alone may ask for it; `nil` when others may.
  var owner: String? {
    switch self {
    case .register(let address), .publish(let address), .addEntries(let address), .countEntries(let address),
      .envelopes(let address, _), .acknowledge(let address):
      address
    case .health, .bundle, .putEnvelope, .putAttachment, .attachment: nil
    }
  }

  /// The most bytes of the body.
  func greatestBody(_ limits: RelayLimits) -> Int {
    switch self {
    case .health, .countEntries, .bundle, .envelopes, .attachment: 0
    case .register: 32
    case .publish: 16 << 10
    // 200 entries of 4096 bytes in Base64 with their names.
    case .addEntries: 1200 << 10
    case .acknowledge: 32 << 10
    case .putEnvelope: limits.envelopeSize
    case .putAttachment: limits.attachmentSize
    }
  }

  /// The name by which a log tells routes apart.
  var name: String {
    switch self {
    case .health: "health"
    case .register: "register"
    case .publish: "publish"
    case .addEntries: "addEntries"
    case .countEntries: "countEntries"
    case .bundle: "bundle"
    case .putEnvelope: "putEnvelope"
    case .envelopes: "envelopes"
    case .acknowledge: "acknowledge"
    case .putAttachment: "putAttachment"
    case .attachment: "attachment"
    }
  }
}
