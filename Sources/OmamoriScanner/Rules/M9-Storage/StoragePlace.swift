import SwiftSyntax

/// Finds out whether a path lies in a folder that backups copy.
enum StoragePlace {
  /// Whether `expression` is built from the Documents, Application Support or Library folder.
  static func isBackedUp(_ expression: ExprSyntax, in scope: ScopeID, _ source: SwiftSource) -> Bool {
    var seen: Set<Int> = []
    var waiting = [(expression, scope)]
    while let (expression, scope) = waiting.popLast(), seen.count < 64 {
      for token in expression.tokens(viewMode: .sourceAccurate).prefix(256) {
        guard case .identifier(let name) = token.tokenKind else { continue }
        if backedUp.contains(name) { return true }
        guard token.parent?.is(DeclReferenceExprSyntax.self) == true,
          let binding = source.binding(named: name, from: scope), binding.kind != .parameter,
          let value = binding.value, seen.insert(binding.range.lowerBound).inserted
        else { continue }
        waiting.append((value, binding.scope))
      }
    }
    return false
  }

  /// Whether the file keeps something out of backups.
  static func excludesFromBackup(_ source: SwiftSource) -> Bool {
    source.facts.references.keys.contains { name in
      let words = Words.of(name)
      return words.contains("backup") && words.contains { ["exclude", "excluded", "excluding"].contains($0) }
    }
  }

  private static let backedUp: Set = [
    "documentsDirectory", "documentDirectory", "applicationSupportDirectory", "libraryDirectory",
  ]
}
