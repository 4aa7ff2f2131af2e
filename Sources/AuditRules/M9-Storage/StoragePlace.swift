import AuditEngine
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

  /// The names and the literal texts that a path is put together from, through names of this file.
  static func parts(
    of expression: ExprSyntax, in scope: ScopeID, _ source: SwiftSource
  ) -> (names: [String], texts: [String]) {
    var (names, texts): ([String], [String]) = ([], [])
    var seen: Set<Int> = []
    var waiting = [(expression, scope)]
    while let (expression, scope) = waiting.popLast(), seen.count < 32 {
      for token in expression.tokens(viewMode: .sourceAccurate).prefix(256) {
        switch token.tokenKind {
        case .stringSegment(let text): texts.append(text)
        case .identifier(let name):
          names.append(name)
          guard token.parent?.is(DeclReferenceExprSyntax.self) == true,
            let binding = source.binding(named: name, from: scope), binding.kind != .parameter,
            seen.insert(binding.range.lowerBound).inserted
          else { continue }
          if let value = binding.value {
            waiting.append((value, binding.scope))
          } else if let getter = source.facts.functions(name).first(where: { $0.parameters == nil }) {
            waiting += source.returns(of: getter).prefix(8).map { ($0, getter.scope) }
          }
        default: continue
        }
      }
    }
    return (names, texts)
  }

  /// Whether the file keeps something out of backups.
  static func excludesFromBackup(_ source: SwiftSource) -> Bool { !exclusions(in: source).isEmpty }

  /// The names in the file that speak of keeping something out of backups.
  static func exclusions(in source: SwiftSource) -> [String] {
    source.facts.references.keys.filter { name in
      guard name.utf8.count >= "excludebackup".utf8.count else { return false }
      let words = Words.of(name)
      return words.contains("backup") && words.contains { ["exclude", "excluded", "excluding"].contains($0) }
    }
  }

  private static let backedUp: Set = [
    "documentsDirectory", "documentDirectory", "applicationSupportDirectory", "libraryDirectory",
  ]
}
