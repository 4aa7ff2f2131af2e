public import OmamoriCore
public import OmamoriTransport

/// What a server answered, of any status.
///
/// Prints its status and size only.
public struct HTTPAnswer: Sendable {
  /// The status.
  public let status: Int
  /// The header fields as they came.
  public let fields: ResponseFields
  /// The body as it came.
  public let body: Data

  /// Makes an answer.
  ///
  /// - Parameters:
  ///   - status: The status, from 100 to 599.
  ///   - fields: The header fields.
  ///   - body: The body.
  public init(status: Int, fields: ResponseFields = ResponseFields(), body: Data = Data()) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }
}

extension HTTPAnswer: RedactedDescription {
  /// The status and the size; never a field or the body.
  public var description: String { "\(status), \(body.count) bytes" }
}
