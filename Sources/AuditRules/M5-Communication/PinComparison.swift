import AuditEngine
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

  /// Whether something is compared in `scope` or in a function of the same file that it calls: `==`, `contains`, a
  /// method whose name says so.
  static func isCompared(in scope: ScopeID, _ source: SwiftSource) -> Bool {
    if compares(in: scope, source) { return true }
    return source.facts.calls(in: scope).contains { call in
      source.facts.functions(call.name).contains { $0.scope != scope && compares(in: $0.scope, source) }
    }
  }

  private static func compares(in scope: ScopeID, _ source: SwiftSource) -> Bool {
    let isCompared = source.facts.comparisons.contains { comparison in
      source.facts.isWithin(comparison.scope, scope) && ["==", "!=", "==="].contains(comparison.operation)
        && ![comparison.left, comparison.right].contains { speaksOfMethod($0) }
    }
    if isCompared { return true }
    return source.facts.calls(in: scope).contains { call in
      call.name == "firstIndex" || Words.of(call.name).contains(where: comparing.contains)
    }
  }

  /// A comparison of the kind of challenge says nothing about a certificate.
  private static func speaksOfMethod(_ side: ExprSyntax) -> Bool {
    NamePath.last(of: side).map {
      $0.hasPrefix("NSURLAuthenticationMethod") || $0 == "authenticationMethod" || $0 == "host"
        || $0 == "errSecSuccess" || $0 == "count"
    } ?? (side.is(IntegerLiteralExprSyntax.self) || side.is(NilLiteralExprSyntax.self))
  }

  private static let comparing: Set = [
    "contains", "equal", "equals", "match", "matches", "matching", "pin", "pins", "pinned", "compare",
    "disjoint",
    "intersection", "subset", "superset", "accepts", "known", "trusted", "verify", "validate", "check",
  ]
}
