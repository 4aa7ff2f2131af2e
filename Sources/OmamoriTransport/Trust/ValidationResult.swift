/// What a validator found: a chain, or what keeps it from being trusted.
///
/// A value; safe to share between threads.
package struct ValidationResult: Sendable, Hashable {
  /// The chain that was built and validated; `nil` unless nothing was found against it.
  package let chain: TrustedChain?
  /// Everything that was found against it, each once, in the order of depths.
  package let faults: [TrustFault]

  /// Makes the result of a validation; a chain with faults is no trusted chain.
  package init(chain: TrustedChain?, faults: [TrustFault]) {
    var seen: Set<TrustFault> = []
    self.faults = faults.filter { seen.insert($0).inserted }
    self.chain = faults.isEmpty ? chain : nil
  }

  /// The same with further faults.
  package func adding(_ faults: [TrustFault]) -> ValidationResult {
    ValidationResult(chain: chain, faults: self.faults + faults)
  }

  /// Whether the chain is trusted.
  package var isTrusted: Bool { chain != nil && faults.isEmpty }
}
