import OmamoriCore

/// What values of a type hold, and which types a library keeps in a database.
extension FlowIndex {
  /// A property that makes its type a sensitive one.
  struct Held {
    let kind: TaintKind
    let name: String
  }

  /// The type that `owner` ends at, as far as the project tells.
  func typeName(_ owner: FlowOwner) -> String? {
    guard case .type(let first, let members) = owner else { return nil }
    return resolve(first, members)
  }

  /// Whether a value called `name` of the type can be what the name says.
  func canHold(_ kind: TaintKind, _ name: String, _ owner: FlowOwner, _ file: Int) -> Bool {
    if isAboutCoins, FlowNames.mayBeCoin(name) { return false }
    guard let type = typeName(owner) else { return true }
    // A value of the project's own type is as sensitive as what it holds.
    if isEnumeration(type) { return false }
    if isDeclared(type), !FlowTypes.isOfLibrary(type) { return held(by: owner, file) != nil }
    switch FlowNames.holding(type) {
    case .text: return true
    case .number: return FlowNames.canBeNumber(name, kind)
    case .date: return FlowNames.canBeDate(name)
    case .nothing: return false
    case .unknown:
      return FlowNames.types[type] != nil || FlowNames.kind(of: type) != nil || type.count == 1
    }
  }

  /// Whether the type is a number, or the name is one of a number.
  func isNumber(_ name: String, _ owner: FlowOwner) -> Bool {
    guard let type = typeName(owner) else {
      return ["latitude", "longitude"].contains(Words.of(name).last ?? "")
    }
    return FlowNames.holding(type) == .number
  }

  /// Whether a log of a value of the type shows only the name of the type.
  func isOpaque(_ owner: FlowOwner) -> Bool {
    guard let type = typeName(owner) else { return true }
    guard let inherited = types[type], objects.contains(type) else { return false }
    return inherited.isDisjoint(with: ["CustomStringConvertible", "CustomDebugStringConvertible"])
  }

  /// Something sensitive that a value of the type holds.
  func held(by owner: FlowOwner, _ file: Int) -> Held? {
    guard let type = typeName(owner) else { return nil }
    if let kind = FlowNames.types[type] { return Held(kind: kind, name: type) }
    return held(by: type, file, 0)
  }

  private func held(by type: String, _ file: Int, _ depth: Int) -> Held? {
    guard depth < 3, let key = unique(type, file), let members = holdings[key] else { return nil }
    let keys = codingKeys[type]
    var found: Held?
    for member in members where keys?.contains(member.name) ?? true {
      if wrappers[MemberKey(type: key, name: member.name)] == "static" { continue }
      if let kind = member.kind {
        guard canHold(kind, member.name, .type(member.type, members: []), file) else { continue }
        if kind == .secret { return Held(kind: kind, name: member.name) }
        found = found ?? Held(kind: kind, name: member.name)
      } else if found == nil, member.type != type {
        found = held(by: member.type, file, depth + 1)
      }
    }
    return found
  }

  /// The places that a value cannot harm after it was kept in the property.
  func cleaned(by key: MemberKey) -> FlowSinkClass {
    guard let type = memberTypes[key] else { return [] }
    if isEnumeration(type) || FlowNames.isAnswer(type) { return .everything }
    return isHarmless(key) ? .all : []
  }

  /// The places that a value cannot harm after `members` were taken of it, whatever `getters` among them do.
  func cleaned(byTaking members: [FlowMember], getters: [Int]) -> FlowSinkClass {
    var cleaned: FlowSinkClass = []
    if members.contains(where: { isHarmless($0) }) { cleaned.formUnion(.all) }
    // A part of something sensitive has a name of its own.
    if getters.isEmpty, !members.allSatisfy({ FlowProtections.keeps($0.name) }) {
      cleaned.formUnion(.disclosing)
    }
    return cleaned
  }

  /// The store that keeps the properties of the type.
  func model(_ type: String) -> FlowSinkClass? {
    let plain = type.firstIndex(of: "@").map { String(type[..<$0]) } ?? type
    // Of two types of one name one may be something else.
    guard !isAmbiguous(plain) else { return nil }
    for (parent, store) in FlowDisclosures.models where isOne(plain, of: parent) && plain != parent {
      return store
    }
    return nil
  }

  /// Whether the name before the dot, of which nothing else is known, is one for the type of `function`: `store` for a
  /// `FileStore`.
  func fits(_ call: FlowCallSite, _ function: Int) -> Bool {
    guard case .named(let name) = call.owner, let type = owner(function) else { return true }
    return Words.of(name).last.map(Words.of(type).contains) ?? true
  }

  /// Whether a library keeps objects of a type of the project.
  var hasModels: Bool { FlowDisclosures.models.contains { parents.contains($0.parent) } }
}
