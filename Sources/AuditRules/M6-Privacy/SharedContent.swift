import AuditEngine
import OmamoriReport
import SwiftSyntax

/// What rules about content that leaves the app share: which of its texts give something away.
enum SharedContent {
  /// A sensitive part of a content.
  struct Part {
    /// What it is called.
    let name: String
    /// What that means.
    let meaning: SensitiveLexicon.Meaning
    /// The way it took, when it has another name where it is shared.
    var steps: [FindingStep] = []
  }

  /// The sensitive part of `value`: by its own name, by a name inside of the text, or by where it comes from.
  static func sensitive(_ value: ExprSyntax, in scope: ScopeID, _ source: SwiftSource) -> Part? {
    guard !source.isMadeUp(value) else { return nil }
    if let found = source.sensitive(value, in: scope) {
      return Part(name: found.name, meaning: found.meaning)
    }
    for hole in source.holes(in: value, scope: scope) {
      if let found = source.sensitive(hole.value, in: hole.scope) {
        return Part(name: found.name, meaning: found.meaning)
      }
      if let name = NamePath.last(of: hole.value), isPrivate(name) {
        return Part(name: name, meaning: .personal)
      }
    }
    if let name = NamePath.last(of: value), isPrivate(name) { return Part(name: name, meaning: .personal) }
    guard let found = source.taint(of: value, in: scope, [.secret, .personal]) else { return nil }
    let meaning: SensitiveLexicon.Meaning = found.kind.contains(.secret) ? .secret : .personal
    return Part(name: found.name, meaning: meaning, steps: found.steps)
  }

  /// The sensitive value of a dictionary literal or of a dictionary that is built step by step.
  static func sensitiveEntry(
    _ dictionary: ExprSyntax, in scope: ScopeID, _ source: SwiftSource
  ) -> Part? {
    let inside = source.facts.entries.filter { dictionary.utf8Range.contains($0.value.utf8Range.lowerBound) }
    for entry in inside {
      if let found = sensitive(entry.value, in: entry.scope, source) { return found }
      guard let key = entry.key.flatMap({ source.fold($0, in: entry.scope).string }),
        let meaning = SensitiveLexicon.meaning(of: key),
        !source.fold(entry.value, in: entry.scope).isConstant,
        !isFlag(entry.value)
      else { continue }
      return Part(name: key, meaning: meaning)
    }
    return nil
  }

  /// Balances and notes about health are no secrets by their name; shown to others they are.
  private static func isPrivate(_ name: String) -> Bool {
    let words = Words.of(name)
    if words.contains(where: { ["medical", "diagnosis", "symptom", "symptoms", "prescription"].contains($0) })
    {
      return !words.contains {
        ["id", "count", "title", "icon", "color", "label", "type", "url", "view"].contains($0)
      }
    }
    return words.last == "balance"
      && words.contains { ["account", "bank", "card", "wallet", "savings", "current"].contains($0) }
  }

  private static func isFlag(_ value: ExprSyntax) -> Bool {
    if value.is(SequenceExprSyntax.self) { return true }
    guard let name = NamePath.last(of: value) else { return false }
    return name == "isEmpty" || name == "count" || ["is", "has"].contains(Words.of(name).first ?? "")
  }

  /// Whether `target`, written `name.property`, is an object made by one of `types` or declared as one.
  static func isMade(
    _ target: ExprSyntax, by types: Set<String>, in scope: ScopeID, _ source: SwiftSource
  ) -> Bool {
    guard let base = target.as(MemberAccessExprSyntax.self)?.base, let name = NamePath.last(of: base),
      let binding = source.binding(named: name, from: scope)
    else { return false }
    if let type = binding.type?.writtenName {
      return types.contains { type == $0 || type.hasPrefix($0 + "?") || type.hasPrefix($0 + "!") }
    }
    guard let value = binding.value else { return false }
    if let call = Call(value, scope: binding.scope), types.contains(call.name) { return true }
    // `content.mutableCopy() as? UNMutableNotificationContent`
    return types.contains { type in
      value.tokens(viewMode: .sourceAccurate).contains { $0.text == type }
    }
  }
}
