import OmamoriCore

/// What rules found out about whole functions or types of one file.
///
/// A function with thousands of calls would otherwise be looked through for each of them.
final class RuleMemory: Sendable {
  private struct Question: Hashable {
    let asker: ObjectIdentifier
    let scope: ScopeID
    let name: String
  }

  private let known = Protected<[Question: String?]>([:])
  private let lists = Protected<[ObjectIdentifier: any Sendable]>([:])

  fileprivate func answer(
    _ asker: Any.Type, _ scope: ScopeID, _ name: String, _ find: () -> String?
  ) -> String? {
    let question = Question(asker: ObjectIdentifier(asker), scope: scope, name: name)
    if let answer = known.withLock({ $0[question] }) { return answer }
    let found = find()
    known.withLock { $0[question] = .some(found) }
    return found
  }

  /// What was found of `kind`; found once, unless `find` was handed less than there is.
  fileprivate func list<Thing: Sendable>(
    of kind: Thing.Type, _ looks: LookBudget, _ find: () -> [Thing]
  ) -> [Thing] {
    let key = ObjectIdentifier(kind)
    if let kept = lists.withLock({ $0[key] }) as? [Thing] { return kept }
    let found = find()
    if !looks.isSpent { lists.withLock { $0[key] = found } }
    return found
  }
}

extension SwiftSource {
  /// Whether `holds`, which `asker` wants to know of `scope`, worked out once; `question` tells several apart.
  package func once(
    _ asker: Any.Type, _ scope: ScopeID, _ question: String = "", _ holds: () -> Bool
  ) -> Bool {
    ruleMemory.answer(asker, scope, question) { holds() ? "" : nil } != nil
  }

  /// What `find` says, which `asker` wants to know of what is called `name`, worked out once.
  package func once(_ asker: Any.Type, of name: String, _ find: () -> String?) -> String? {
    ruleMemory.answer(asker, .file, name, find)
  }

  /// Everything of `kind` in the file, which several rules ask for, found once.
  package func once<Thing: Sendable>(all kind: Thing.Type, _ find: () -> [Thing]) -> [Thing] {
    ruleMemory.list(of: kind, facts.looks, find)
  }
}
