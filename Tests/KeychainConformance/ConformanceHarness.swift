package import OmamoriKeychain

/// A kind of store under test.
package protocol ConformanceHarness: Sendable {
  /// What stores of this kind can do.
  var capabilities: KeychainCapabilities { get }
  /// What can be done to them from outside.
  var means: ConformanceMeans { get }
  /// Cases that this kind of store cannot keep, each with the reason.
  var exceptions: [String: String] { get }

  /// Makes a fresh, empty, unlocked store without a passcode.
  func makeStore() async throws -> any ConformanceStore
}

extension ConformanceHarness {
  package var exceptions: [String: String] { [:] }

  /// The cases that this kind of store is measured by.
  package var cases: [ConformanceCase] { ConformanceCase.all.filter { reason(toSkip: $0) == nil } }

  /// The cases that are not run, each with the reason.
  package var skipped: [String: String] {
    Dictionary(
      uniqueKeysWithValues: ConformanceCase.all.compactMap { test in
        reason(toSkip: test).map { (test.name, $0) }
      })
  }

  /// Runs a case on a fresh store.
  package func run(_ test: ConformanceCase) async throws {
    try await test.body(Conformance(store: try await makeStore()))
  }

  private func reason(toSkip test: ConformanceCase) -> String? {
    if let reason = exceptions[test.name] { return reason }
    var missing = test.needs.names(missingIn: means)
    let names: [(KeychainCapabilities, String)] = [
      (.transactions, "transactions"), (.changes, "changes"), (.accessControl, "access control"),
      (.accessibility, "accessibility"), (.certificatesAndKeys, "certificates and keys"),
      (.persistent, "persistence"), (.tamperDetection, "tamper detection"),
    ]
    missing += names.filter { test.requires.contains($0.0) && !capabilities.contains($0.0) }.map(\.1)
    return missing.isEmpty ? nil : "the store has no " + missing.joined(separator: ", ")
  }
}
