/// Waits until something is so, for half a minute at most.
///
/// - Parameter condition: Is asked again and again.
/// - Throws: ``Overdue`` when it never comes to be, and what `condition` throws.
package func eventually(_ condition: () async throws -> Bool) async throws {
  for _ in 0..<1500 {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(20))
  }
  throw Overdue(command: "condition", errors: "it never came to be")
}
