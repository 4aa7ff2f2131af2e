public import OmamoriCore

/// Something that a relay did, for a log; it names no account, no address of the network and no part of a message.
public struct RelayEvent: Sendable, Hashable {
  /// What happened.
  @nonexhaustive
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The relay listens.
    case started
    /// The relay has stopped.
    case stopped
    /// A request was answered.
    case request
    /// A connection was ended since there are too many.
    case connectionRefused
    /// A client did not get through the handshake of TLS.
    case handshakeFailed
    /// The store could not be read or written.
    case storeFailed
  }

  /// What happened.
  public let kind: Kind
  /// When it happened.
  public let date: Date
  /// The route of a request, such as `putEnvelope`; `nil` when there is none.
  public var route: String?
  /// The status of the answer to a request.
  public var status: Int?
  /// The word for the refusal of a request.
  public var reason: String?
  /// How long a request took, in milliseconds.
  public var milliseconds: Int?
  /// The port of a relay that started, or SQLite's error.
  public var code: Int?

  /// Makes an event.
  init(_ kind: Kind, at date: Date) { (self.kind, self.date) = (kind, date) }

  /// The event as one line of JSON without a line feed.
  public var line: String {
    var object: JSONObject = ["event": .string(kind.rawValue), "time": .integer(date.relayTime)]
    object["route"] = route.map { .string($0) }
    object["status"] = status.map { .integer($0) }
    object["reason"] = reason.map { .string($0) }
    object["milliseconds"] = milliseconds.map { .integer($0) }
    object["code"] = code.map { .integer($0) }
    return JSONValue.object(object).text()
  }
}

extension Date {
  /// Milliseconds since 1970.
  var relayTime: Int64 { Int64(clamping: Int((timeIntervalSince1970 * 1000).rounded(.down))) }
}
