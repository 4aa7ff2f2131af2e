import CommandLineKit

extension ProgressLine {
  /// Shows a text while something is waited for that says nothing of how far it has come.
  ///
  /// - Parameters:
  ///   - text: What is shown when it takes longer than a second.
  ///   - work: What is waited for.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws.
  func showing<Value: Sendable>(_ text: String, _ work: () async throws -> Value) async rethrows -> Value {
    let ticker = Task {
      while !Task.isCancelled {
        update(text)
        try? await Task.sleep(for: .milliseconds(250))
      }
    }
    defer {
      ticker.cancel()
      clear()
    }
    return try await work()
  }
}
