extension TokenSession {
  /// Waits until no refresh is under way, also one in the background; for a program that ends afterwards.
  ///
  /// A process that ends before loses what the server answers, or what could not be written yet.
  ///
  /// - Parameter limit: How long to wait at most.
  package func settle(within limit: Duration) async {
    let end = ContinuousClock.now + limit
    while !machine.isSettled, ContinuousClock.now < end {
      do { try await Task.sleep(for: .milliseconds(20)) } catch { return }
    }
  }
}

extension SessionMachine {
  /// Whether no refresh is under way, and none has a result that is not written.
  var isSettled: Bool {
    if case .idle = refresh { true } else { false }
  }
}
