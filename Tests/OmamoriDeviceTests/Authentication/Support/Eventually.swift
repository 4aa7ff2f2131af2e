import Testing

/// Waits, for five seconds at most, until something holds.
func eventually(_ condition: () async throws -> Bool) async throws {
  for _ in 0..<250 {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(20))
  }
  Issue.record("it never came to be")
}
