import Testing

/// Waits, until something holds: half a minute at most, since programs start slowly on a busy machine.
func eventually(_ condition: () async throws -> Bool) async throws {
  for _ in 0..<1500 {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(20))
  }
  Issue.record("it never came to be")
}
