import AuditEngine
import OmamoriCore
import SwiftSyntax

/// What rules about validation know of values that come from outside the app.
enum ExternalInput {
  /// The names in `function` that hold something from outside: a link that is opened, entries of an archive.
  static func names(in function: Function, _ source: SwiftSource) -> Set<String> {
    var names: Set<String> = []
    for parameter in function.parameters ?? [] {
      let name = (parameter.secondName ?? parameter.firstName).text
      let type = parameter.type.writtenName
      let opens = ["open", "handleOpen", "openURLContexts", "continue"].contains(parameter.firstName.text)
      if opens && function.name != "open" || types.contains(type) { names.insert(name) }
    }
    for name in ["queryItems", "URLComponents"] {
      for reference in source.facts.references[name] ?? []
      where source.facts.isWithin(reference.scope, function.scope) && isRead(reference.node) {
        if let bound = boundName(around: Syntax(reference.node)) { names.insert(bound) }
      }
    }
    return names
  }

  /// The same with the names of `function` whose values are made from those, put together once for a function.
  static func spreadNames(in function: Function, _ source: SwiftSource) -> Set<String> {
    if let known = source.knownOutsideNames.withLock({ $0[function.scope] }) { return known }
    let made = NameFlow.spread(names(in: function, source), in: function.body)
    source.knownOutsideNames.withLock { $0[function.scope] = made }
    return made
  }

  /// The member of `expression` that is outside text by its API: the text of a control, a suggested file name.
  static func member(in expression: ExprSyntax) -> String? {
    for part in SequenceParts.of(expression) {
      guard let member = unwrapped(part).as(MemberAccessExprSyntax.self), let base = member.base else {
        continue
      }
      let name = member.declName.baseName.text
      if name == "suggestedFilename" { return name }
      guard name == "text", let owner = NamePath.last(of: base) else { continue }
      if Words.of(owner).contains(where: controls.contains) { return owner + ".text" }
    }
    return nil
  }

  private static func unwrapped(_ expression: ExprSyntax) -> ExprSyntax {
    var expression = expression
    while let inner = NamePath.unwrapped(expression) { expression = inner }
    return expression
  }

  /// `parts.queryItems = […]` writes a URL, it does not read one.
  private static func isRead(_ node: DeclReferenceExprSyntax) -> Bool {
    if node.baseName.text == "URLComponents" {
      return node.parent?.as(FunctionCallExprSyntax.self)?.arguments.first?.label?.text == "url"
    }
    return true
  }

  private static func boundName(around node: Syntax) -> String? {
    if let condition = node.ancestor(OptionalBindingConditionSyntax.self, within: 14) {
      return condition.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }
    let binding = node.ancestor(PatternBindingSyntax.self, within: 14)
    return binding?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
  }

  private static let types: Set = [
    "UIOpenURLContext", "NSUserActivity", "Archive", "WKScriptMessage", "UNNotificationResponse",
  ]
  private static let controls: Set = ["field", "textfield", "bar", "textview", "input", "search"]
}
