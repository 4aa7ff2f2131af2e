import OmamoriCore
import OmamoriReport
import SwiftSyntax

extension FlowAnalysis {
  /// What `base.name` carries.
  func value(of member: MemberAccessExprSyntax, at place: FlowPlace) -> TaintedValue? {
    let name = member.declName.baseName.text
    guard let base = member.base, !harmless.contains(name), !Sanitizers.members.contains(name) else {
      return nil
    }
    if let found = source(member, name, base, at: place) { return found }
    // `password.utf8` is the password; `password.meter` is not.
    let isCarried = Self.carrying.contains(name)
    if wantsSensitive, !isCarried, let found = sensitive(name, at: member.declName.byteRange) { return found }
    if let found = value(ofOwnMember: name, base, at: place) { return found }
    guard var found = value(of: base, at: place.at(base)) else { return nil }
    if !found.kind.isDisjoint(with: .sensitive), !isCarried { return nil }
    if !Self.silent.contains(name) {
      found.add(
        source.step(
          at: member.byteRange, LocalizedText("Its \(name) is taken.", ja: "\(name) が取り出されます。")))
    }
    return found
  }

  /// A property of the type around, or of a type of this file that is named.
  private func value(ofOwnMember name: String, _ base: ExprSyntax, at place: FlowPlace) -> TaintedValue? {
    guard let owner = base.as(DeclReferenceExprSyntax.self)?.baseName.text,
      owner == "self" || owner == "Self" || owner.first?.isUppercase == true
    else { return nil }
    let type = owner == "self" || owner == "Self" ? source.facts.typeName(around: place.scope) : owner
    guard let binding = type.flatMap({ source.facts.member(name, of: $0) }) else { return nil }
    var next = place
    next.depth += 1
    return value(ofMember: binding, at: next)
  }

  /// Members that are sources by themselves: the text of a control, what the pasteboard holds.
  private func source(
    _ member: MemberAccessExprSyntax, _ name: String, _ base: ExprSyntax, at place: FlowPlace
  ) -> TaintedValue? {
    if let kind = TaintSources.members[name] {
      // What is known of where a link comes from says more.
      if kind == .link, let found = value(of: base, at: place.at(base)) { return found }
      return begins(
        kind, name, at: member.byteRange,
        LocalizedText("\(name) comes from outside.", ja: "\(name) は外部から渡される値です。"))
    }
    if TaintSources.pasteboardMembers.contains(name), kinds.contains(.pasteboard),
      NamePath.of(base).contains("UIPasteboard")
        || source.typeName(of: base, in: place.scope) == "UIPasteboard"
    {
      return begins(
        .pasteboard, "pasteboard." + name, at: member.byteRange,
        LocalizedText("It is read from the pasteboard.", ja: "ペーストボードから読み取られます。"))
    }
    guard TaintSources.controlMembers.contains(name), let owner = NamePath.last(of: base) else { return nil }
    let words = Words.of(owner)
    let type = source.typeName(of: base, in: place.scope)
    guard
      words.contains(where: TaintSources.controlWords.contains)
        || type.map(TaintSources.controlTypes.contains) == true
    else { return nil }
    let label = owner + "." + name
    if wantsSensitive {
      // The text of a field called `passwordField` is a password.
      let own = words.filter { !Self.controls.contains($0) }.joined(separator: "_")
      if let meaning = SensitiveLexicon.meaning(of: own) {
        return begins(
          meaning == .secret ? .secret : .personal, label, at: member.byteRange,
          LocalizedText("\(label) is what the user types.", ja: "\(label) は利用者の入力です。"), confidence: .medium)
      }
    }
    return begins(
      .userInput, label, at: member.byteRange,
      LocalizedText("\(label) is what the user types.", ja: "\(label) は利用者の入力です。"))
  }

  /// What an element carries: a sensitive value by its key, anything else by what it is an element of.
  func value(of access: SubscriptCallExprSyntax, at place: FlowPlace) -> TaintedValue? {
    if wantsSensitive, let key = access.arguments.first?.expression,
      let text = source.fold(key, in: place.scope).string,
      let found = sensitive(text, at: access.byteRange)
    {
      return found
    }
    let base = access.calledExpression
    guard let found = value(of: base, at: place.at(base)) else { return nil }
    return found.kind.isDisjoint(with: .sensitive) ? found : nil
  }

  /// Members that hand the whole value on.
  static let carrying: Set = [
    "utf8", "description", "debugDescription", "rawValue", "wrappedValue", "projectedValue", "stringValue",
    "unsafelyUnwrapped", "self", "value", "hexString", "unicodeScalars", "bytes", "text", "attributedText",
    "string",
  ]
  /// Members that are not worth a step of their own.
  private static let silent: Set = [
    "utf8", "description", "self", "rawValue", "wrappedValue", "bytes", "first", "last", "unsafelyUnwrapped",
  ]
  /// Words that only say what kind of control a name is.
  private static let controls: Set = [
    "field", "fields", "text", "textfield", "input", "box", "tf", "txt", "entry", "outlet", "view", "ui",
    "label",
  ]
}
