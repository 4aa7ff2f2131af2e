import OmamoriAuth

extension AuthError {
  /// Runs `body`; a cancellation that the libraries report ends the command as an interruption, without a message.
  static func orInterruption<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch AuthError.cancelled {
      throw CancellationError()
    }
  }
}
