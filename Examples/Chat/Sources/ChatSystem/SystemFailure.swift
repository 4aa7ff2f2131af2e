/// The system refused a call.
public struct SystemFailure: Error, Sendable, Equatable {
  /// The `errno` value.
  public let code: Int32

  /// Names the `errno` value.
  public init(code: Int32) { self.code = code }
}
