import Testing

/// Starts the fingerprint reader once for all tests of a suite.
struct ServedOnce: SuiteTrait, TestScoping {
  @TaskLocal static var reader: VirtualReader?

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let reader = try await VirtualReader()
    try await Self.$reader.withValue(reader, operation: function)
    reader.end()
  }
}
