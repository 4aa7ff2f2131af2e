import SwiftSyntax

/// Finds out whether a path lies in a folder that backups copy.
enum StoragePlace {
  /// Whether `expression` is built from the Documents, Application Support or Library folder.
  static func isBackedUp(
    _ expression: ExprSyntax, in scope: ScopeID, _ source: SwiftSource, depth: Int = 0
  ) -> Bool {
    guard depth < 5 else { return false }
    for token in expression.tokens(viewMode: .sourceAccurate) {
      guard case .identifier(let name) = token.tokenKind else { continue }
      if backedUp.contains(name) { return true }
      guard token.parent?.is(DeclReferenceExprSyntax.self) == true else { continue }
      if let binding = source.binding(named: name, from: scope), binding.kind != .parameter,
        let value = binding.value, value.id != expression.id,
        isBackedUp(value, in: binding.scope, source, depth: depth + 1)
      {
        return true
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
