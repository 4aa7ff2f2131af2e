import OmamoriCore

/// The header fields that a server sent, in order.
///
/// Nothing is left out and nothing is believed.
public struct ResponseFields: Sendable, Hashable {
  /// The most fields of a response.
  package static let greatestCount = 512

  /// The fields in the order in which they came.
  public private(set) var fields: [HeaderField] = []

  /// Makes an empty list.
  public init() {}

  /// Makes a list.
  ///
  /// - Parameter fields: Names and values as they came.
  /// - Throws: ``TransportError/malformedResponse``.
  public init(_ fields: KeyValuePairs<String, String>) throws(TransportError) {
    for (name, value) in fields { try append(Array("\(name): \(value)".utf8)) }
  }

  /// Takes a line of a header.
  ///
  /// - Parameter line: Name, colon and value; a CR LF at its end is dropped.
  /// - Throws: ``TransportError/malformedResponse`` for one that is folded (RFC 9112, section 5.2), has no name, a space
  ///   before the colon or a control character, and for too many.
  package mutating func append(_ line: some Collection<UInt8>) throws(TransportError) {
    var content = Array(line)
    if content.last == 0x0A { content.removeLast() }
    if content.last == 0x0D { content.removeLast() }
    guard let colon = content.firstIndex(of: 0x3A), fields.count < Self.greatestCount,
      HeaderGrammar.isToken(content[..<colon])
    else { throw .malformedResponse }
    let value = HeaderGrammar.trimmed(content[(colon + 1)...])
    guard HeaderGrammar.isValue(value) else { throw .malformedResponse }
    fields.append(
      HeaderField(
        checkedName: String(decoding: content[..<colon], as: UTF8.self),
        value: String(decoding: value, as: UTF8.self)))
  }

  /// The values of a name in order.
  public func values(_ name: String) -> [String] {
    let key = HeaderGrammar.lowercased(name)
    return fields.filter { $0.key == key }.map(\.value)
  }

  /// The first value of a name.
  public subscript(_ name: String) -> String? {
    let key = HeaderGrammar.lowercased(name)
    return fields.first { $0.key == key }?.value
  }
}

/// What a response has to be to be handed to the application as a success.
public struct ResponseExpectation: Sendable, Hashable {
  /// What the body has to be.
  public enum Content: Sendable, Hashable {
    /// Anything.
    case anything
    /// `application/json` or a type ending in `+json`.
    case json
    /// One of these types, whatever their parameters.
    case oneOf([MediaType])
  }

  /// The statuses.
  public let statuses: ClosedRange<Int>
  /// What the body has to be, when there is one.
  public let content: Content

  /// Makes an expectation.
  ///
  /// - Parameters:
  ///   - statuses: The statuses.
  ///   - content: What the body has to be, when there is one.
  public init(statuses: ClosedRange<Int> = 200...299, content: Content = .anything) {
    (self.statuses, self.content) = (statuses, content)
  }

  /// A status from 200 to 299, with any body.
  public static let success = ResponseExpectation()
  /// A status from 200 to 299, with JSON or no body.
  public static let json = ResponseExpectation(content: .json)
  /// Any status and any body.
  public static let anything = ResponseExpectation(statuses: 100...999)

  /// Checks a response before its body is used.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - contentTypes: The values of `Content-Type`; more than one is as good as none.
  ///   - hasBody: Whether there is a body of at least one byte.
  /// - Throws: ``TransportError/status(_:)`` and ``TransportError/unexpectedMediaType``.
  public func check(status: Int, contentTypes: [String], hasBody: Bool) throws(TransportError) {
    guard statuses.contains(status) else { throw .status(status) }
    guard hasBody, content != .anything else { return }
    guard contentTypes.count == 1, let text = contentTypes.first, let type = MediaType(text), accepts(type)
    else { throw .unexpectedMediaType }
  }

  private func accepts(_ type: MediaType) -> Bool {
    switch content {
    case .anything: true
    case .json: type.isJSON
    case .oneOf(let types): types.contains { $0.isSameType(as: type) }
    }
  }

  /// The value of `Accept` that goes with it.
  package var accepted: String? {
    switch content {
    case .anything: nil
    case .json: "application/json"
    case .oneOf(let types): types.isEmpty ? nil : types.map(\.description).joined(separator: ", ")
    }
  }
}

/// Reads the field `Retry-After` (RFC 9110, section 10.2.3): seconds, or a moment.
enum RetryAfter {
  /// The longest time that a server can ask to be left alone for.
  static let greatest = Duration.seconds(86_400)

  /// How long to wait.
  ///
  /// - Parameters:
  ///   - values: The values of the field; more than one is as good as none.
  ///   - now: The time by which a moment is judged.
  /// - Returns: Zero to ``greatest``; `nil` for what cannot be read.
  static func duration(_ values: [String], now: Date) -> Duration? {
    guard values.count == 1, let value = values.first, (1...29).contains(value.utf8.count) else { return nil }
    if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return min(.seconds(Int(value) ?? .max / 2), greatest)
    }
    guard let moment = HTTPDate.read(value) else { return nil }
    let seconds = (moment.timeIntervalSince(now)).rounded(.up)
    return .seconds(Int(min(max(seconds, 0), 86_400)))
  }
}
