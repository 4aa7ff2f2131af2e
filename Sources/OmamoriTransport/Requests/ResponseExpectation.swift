/// What a response has to be to be handed to the application as a success.
///
/// A value; safe to share between threads.
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
  var accepted: String? {
    switch content {
    case .anything: nil
    case .json: "application/json"
    case .oneOf(let types): types.isEmpty ? nil : types.map(\.description).joined(separator: ", ")
    }
  }
}
