import SwiftSyntax

/// Recognises hand-written pinning: certificate or key bytes of the chain, or their hash, compared with known ones.
enum PinComparison {
  /// Functions that take bytes out of a presented certificate.
  private static let extractions: Set = [
    "SecCertificateCopyData", "SecKeyCopyExternalRepresentation", "SecCertificateCopyKey",
    "SecCertificateCopyPublicKey",
    "SecTrustCopyKey", "SecTrustCopyPublicKey",
  ]

  /// Whether `scope`, or a function of the same file that it calls, takes bytes out of the chain.
  static func isMade(in scope: ScopeID, _ source: SwiftSource) -> Bool {
    extraction(in: scope, source) != nil
  }

  /// The first call that takes bytes out of the chain.
  static func extraction(in scope: ScopeID, _ source: SwiftSource) -> Call? {
    let inside = source.facts.calls(in: scope)
    if let direct = inside.first(where: { extractions.contains($0.name) }) { return direct }
    for call in inside {
      let called = source.facts.functions(call.name).filter { $0.scope != scope }
      guard !called.isEmpty else { continue }
      let found = called.lazy.flatMap { source.facts.calls(in: $0.scope) }
        .first { extractions.contains($0.name) }
      if let found { return found }
    }
    return nil
  }
}
