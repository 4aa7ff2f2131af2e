import OmamoriReport
package import SwiftSyntax

/// Where values come into an app, for ``SwiftFlowReader``; the names are in ``TaintSources``.
enum FlowSources {
  /// What the system passes as `parameter` of a function called `function`.
  static func kind(of parameter: FunctionParameterSyntax, of function: String) -> TaintKind? {
    let label = parameter.firstName.text
    let type = FlowTypes.name(parameter.type)
    if let kind = TaintSources.parameters[TaintSources.Parameter(function: function, label: label)] {
      return kind
    }
    if let kind = type.flatMap({ TaintSources.types[$0] }) { return kind }
    let isLink =
      TaintSources.linkLabels.contains(label) || label == "open" && function != "open" && type == "URL"
    return isLink ? .link : nil
  }

  /// What `call` passes to the parameter at `index` of its closure.
  static func closureParameter(_ index: Int, of call: Call) -> TaintKind? {
    guard let known = TaintSources.closures[call.name], known.parameter == index else { return nil }
    return known.kind
  }

  /// A call that is a source by itself.
  static func source(of call: Call, _ reader: SwiftFlowReader) -> FlowOrigin? {
    let label = call.arguments.first?.label
    if label == "contentsOf" || label == "contentsOfFile",
      texts.contains(call.name)
        || call.name == "contents" && label == "atPath"
    {
      guard let argument = call.arguments.first,
        !isBundled(argument.value, call.scope, reader.source, reader: reader)
      else {
        return nil
      }
      return reader.origin(.file, call.name, call.range)
    }
    if TaintSources.replies.contains(call.name), let label, ["for", "from", "with"].contains(label),
      call.receiverPath.contains(where: { Words.of($0).contains("session") || $0 == "shared" })
    {
      return reader.origin(.network, "reply", call.range)
    }
    if call.name == "value", label == "forHTTPHeaderField",
      !call.receiverPath.contains(where: { Words.of($0).contains("request") })
    {
      return reader.origin(.network, "header", call.range)
    }
    // A field of a header of AppleArchive: the path or the target of a link.
    if call.name == "field", label == "forKey", reader.facts.imports.contains("AppleArchive"),
      ["PAT", "LNK"].contains(where: call.node.trimmedDescription.contains)
    {
      return reader.origin(.archive, "path", call.range)
    }
    if let kind = reader.terms.sources[call.name] ?? TaintSources.calls[call.name] {
      return reader.origin(kind, call.name, call.range)
    }
    if TaintSources.settings.contains(call.name), let receiver = call.receiver,
      isShared(receiver, call.scope, reader, 0)
    {
      return reader.origin(.file, call.name, call.range)
    }
    return nil
  }

  /// Types that hold what stands in a file; a model, a sound or a picture holds no text.
  private static let texts: Set = [
    "Data", "String", "NSData", "NSString", "NSDictionary", "NSArray", "NSMutableData", "NSMutableString",
    "NSMutableDictionary", "NSMutableArray", "NSAttributedString", "AttributedString", "XMLParser",
    "XMLDocument", "init", "PDFDocument", "URLRequest",
  ]

  /// Whether `url` names a file of the app's bundle, which is signed.
  static func isBundled(
    _ url: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource, _ depth: Int = 0,
    reader: SwiftFlowReader? = nil
  ) -> Bool {
    guard depth < 6 else { return false }
    if let call = Call(url, scope: scope) {
      if call.receiverPath.contains(where: { Words.of($0).contains("bundle") })
        || ["forResource", "forAuxiliaryExecutable"].contains(call.labels.first ?? "")
      {
        return true
      }
      let inner = call.arguments.first?.value ?? call.receiver
      return (call.receiver.map { isBundled($0, scope, source, depth + 1, reader: reader) } ?? false)
        || (inner.map { isBundled($0, scope, source, depth + 1, reader: reader) } ?? false)
    }
    if NamePath.of(url).contains(where: { Words.of($0).contains("bundle") }) { return true }
    if let reader, let closure = closure(of: url, scope, reader),
      let call = reader.call(around: ExprSyntax(closure)), let receiver = call.receiver
    {
      return isBundled(receiver, call.scope, source, depth + 1, reader: reader)
    }
    if let name = NamePath.last(of: url), let binding = source.binding(named: name, from: scope),
      let value = binding.value, binding.kind != .parameter
    {
      return isBundled(value, binding.scope, source, depth + 1, reader: reader)
    }
    if let member = url.as(MemberAccessExprSyntax.self)?.base {
      return isBundled(member, scope, source, depth + 1, reader: reader)
    }
    return NamePath.unwrapped(url).map { isBundled($0, scope, source, depth + 1, reader: reader) } ?? false
  }

  /// The closure whose parameter `name` is.
  private static func closure(of name: ExprSyntax, _ scope: ScopeID, _ reader: SwiftFlowReader)
    -> ClosureExprSyntax?
  {
    guard let text = name.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
    if text == "$0" { return name.ancestor(ClosureExprSyntax.self, within: 24) }
    guard
      case .local(let local)? = reader.facts.declaration(
        of: text, from: scope, at: name.utf8Range.lowerBound),
      case .closureParameter = local.role
    else { return nil }
    return local.value.as(ClosureExprSyntax.self)
  }

  /// Whether `defaults` are preferences that other programs of an app group write, too.
  private static func isShared(
    _ defaults: ExprSyntax, _ scope: ScopeID, _ reader: SwiftFlowReader, _ depth: Int
  ) -> Bool {
    guard depth < 4 else { return false }
    if let call = Call(defaults, scope: scope) {
      return call.name == "UserDefaults" && call.labels.first == "suiteName"
    }
    guard let name = NamePath.last(of: defaults),
      var binding = reader.source.binding(named: name, from: scope), binding.kind != .parameter
    else { return false }
    if binding.kind == .optionalBinding, binding.value.map({ NamePath.last(of: $0) == name }) ?? true {
      // `guard let shared = shared` means the property.
      guard let type = reader.facts.typeName(around: scope), let member = reader.facts.member(name, of: type)
      else { return false }
      binding = member
    }
    guard let value = binding.value else { return false }
    return isShared(value, binding.scope, reader, depth + 1)
  }

  /// Whether the type is an archive or an entry of one, by its name.
  private static func isArchive(_ type: String, _ reader: SwiftFlowReader) -> Bool {
    if TaintSources.archives.contains(type) {
      return !TaintSources.commonArchives.contains(type)
        || !TaintSources.archiveModules.isDisjoint(with: reader.facts.imports)
    }
    let words = Set(Words.of(type))
    return !words.isDisjoint(with: ["tar", "zip", "unzip", "rar", "gzip"])
      || words.contains("archive") && !words.isDisjoint(with: ["entry", "header", "member", "record"])
  }

  /// A member that is a source by itself: the text of a control, what the pasteboard holds.
  static func source(
    of member: MemberAccessExprSyntax, _ base: ExprSyntax, _ reader: SwiftFlowReader,
    at place: SwiftFlowReader.Place
  ) -> FlowOrigin? {
    let name = member.declName.baseName.text
    if let kind = TaintSources.members[name], !kind.contains(.deviceIdentity) {
      return reader.origin(kind, name, member.utf8Range)
    }
    let type = reader.type(of: base, place)
    if let type, TaintSources.entryNames.contains(name), isArchive(type, reader) {
      return reader.origin(.archive, (NamePath.last(of: base) ?? "entry") + "." + name, member.utf8Range)
    }
    if TaintSources.pasteboardMembers.contains(name), type == "UIPasteboard" || type == "NSPasteboard" {
      return reader.origin(.pasteboard, "pasteboard." + name, member.utf8Range)
    }
    if let kind = type.flatMap({ TaintSources.typedMembers[$0] })?[name] {
      return reader.origin(kind, name, member.utf8Range)
    }
    guard TaintSources.controlMembers.contains(name), let owner = NamePath.last(of: base) else { return nil }
    let isControl =
      type.map(TaintSources.controlTypes.contains)
      ?? Words.of(owner).contains(where: TaintSources.controlWords.contains)
    return isControl ? reader.origin(.userInput, owner + "." + name, member.utf8Range) : nil
  }
}

extension SwiftSource {
  /// Whether `expression` names a file of the app's bundle, which is signed, or what is read from one.
  package func isBundled(_ expression: ExprSyntax, in scope: ScopeID) -> Bool {
    FlowSources.isBundled(expression, scope, self)
  }
}
