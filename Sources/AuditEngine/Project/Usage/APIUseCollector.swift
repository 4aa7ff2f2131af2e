import OmamoriReport
import SwiftSyntax

/// Collects from one Swift file what rules about the whole project want to know.
package enum APIUseCollector {
  /// The uses in `source`, one for each subject and name at most: the first.
  package static func uses(in source: SwiftSource) -> [APIUse] {
    var collector = Collector(text: source.text)
    for call in source.facts.calls { collector.note(call, source) }
    for (name, family) in RequiredReasonFamily.byName where source.facts.names(name) {
      // A name of the file's own, such as `let fileModificationDate`, is not the system's.
      if source.facts.isDeclared(name) || source.facts.types.contains(where: { $0.name == name }) { continue }
      let places = [source.facts.references[name]?.first?.range, source.facts.typeReferences[name]?.first]
      if let first = places.compactMap({ $0 }).min(by: { $0.lowerBound < $1.lowerBound }) {
        collector.add(.requiredReason(family), name, first)
      }
    }
    for function in source.facts.functions { collector.note(function) }
    for (call, label) in PlainSecretField.all(in: source) where !PlainSecretField.hasOwnKeyboard(call) {
      collector.add(.plainSecretField, label.text, call.range)
    }
    for string in source.facts.strings { collector.note(string) }
    if let link = source.facts.references["webpageURL"]?.first {
      collector.add(.universalLinkHandler, "webpageURL", link.range)
    }
    for name in ["documentDirectory", "documentsDirectory"] {
      if let place = source.facts.references[name]?.first {
        collector.add(.documentsFolder, name, place.range)
      }
    }
    return collector.uses.sorted { ($0.region, $0.name) < ($1.region, $1.name) }
  }
}

private struct Collector {
  let text: TextSource
  private(set) var uses: [APIUse] = []
  private var seen: [APIUse.Subject: Set<String>] = [:]

  init(text: TextSource) { self.text = text }

  mutating func add(_ subject: APIUse.Subject, _ name: String, _ range: Range<Int>) {
    guard seen[subject, default: []].insert(name).inserted else { return }
    let region = text.lines.region(of: range)
    uses.append(
      APIUse(
        subject: subject, name: name, file: text.path, region: region,
        snippet: text.lines.text(ofLine: region.startLine), context: text.context))
  }

  mutating func note(_ call: Call, _ source: SwiftSource) {
    if let family = PermissionFamily.family(name: call.name, receiver: call.receiverPath, labels: call.labels)
    {
      let isAddOnly = call.argument("for").flatMap(NamePath.last) == "addOnly"
      add(.permission(family == .photoLibrary && isAddOnly ? .addPhotos : family), call.name, call.range)
    }
    switch call.name {
    case "requestAccess":
      // Of the camera or contacts the label is `for`, of the calendar it is `to`.
      let kind = (call.argument("for") ?? call.argument("to")).flatMap(NamePath.last)
      let families: [String: PermissionFamily] = [
        "video": .camera, "audio": .microphone, "contacts": .contacts, "event": .calendars,
        "reminder": .reminders,
      ]
      if let family = kind.flatMap({ families[$0] }) { add(.permission(family), call.name, call.range) }
    case "evaluatePolicy":
      let policies = call.arguments.compactMap { NamePath.last(of: $0.value) }
      if policies.contains(where: { $0.hasSuffix("WithBiometrics") }) {
        add(.permission(.faceID), call.name, call.range)
      }
    case "canOpenURL":
      for scheme in call.arguments.flatMap({ schemes(of: $0.value, call.scope, source) }) {
        add(.canOpenScheme(scheme), scheme, call.range)
      }
    case "url", "path":
      if let resource = call.argument("forResource") {
        let ending = call.argument("withExtension") ?? call.argument("ofType")
        noteCertificate(resource, ending, call, source)
      }
    case "onOpenURL": add(.urlHandler, call.name, call.range)
    case "onContinueUserActivity": add(.universalLinkHandler, call.name, call.range)
    default: break
    }
  }

  /// A name such as `server.cer`, written in one or two parts.
  private mutating func noteCertificate(
    _ resource: ExprSyntax, _ ending: ExprSyntax?, _ call: Call, _ source: SwiftSource
  ) {
    guard let name = source.fold(resource, in: call.scope).string, !name.isEmpty else { return }
    let type = ending.flatMap { source.fold($0, in: call.scope).string }
    let file = type.map { name + "." + $0.drop { $0 == "." } } ?? name
    guard let dot = file.lastIndex(of: "."),
      ["cer", "der", "crt", "pem"].contains(file[file.index(after: dot)...].lowercased())
    else { return }
    add(.bundledCertificate(file), file, call.range)
  }

  /// An address of a tracker, whole or with parts that are filled in behind the host.
  mutating func note(_ string: StringFact) {
    guard let segment = string.node.segments.first?.as(StringSegmentSyntax.self) else { return }
    let text = segment.content.text
    guard text.utf8.count < 512, text.utf8.contains(UInt8(ascii: ".")),
      let host = TrackerHosts.host(in: text), !ProjectTerms.current.isFirstParty(host)
    else { return }
    add(.trackerHost(host), host, string.range)
  }

  /// The schemes that a URL can have, from `URL(string: "scheme://…")`, a literal or a constant made of one.
  private func schemes(of expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> [String] {
    var expression = expression
    while let inner = NamePath.unwrapped(expression) { expression = inner }
    if let call = Call(expression, scope: scope), call.name == "URL" || call.name == "NSURL",
      let text = call.argument("string")
    {
      return source.fold(text, in: scope).alternatives.compactMap(scheme)
    }
    if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let binding = source.binding(named: name, from: scope), let value = binding.value,
      Call(value, scope: binding.scope) != nil
    {
      return schemes(of: value, binding.scope, source)
    }
    return []
  }

  private func scheme(_ value: Value) -> String? {
    guard let text = value.prefix, let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon].lowercased()
    let isScheme = scheme.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D
        || byte == 0x2E
    }
    return isScheme && !scheme.isEmpty ? scheme : nil
  }

  mutating func note(_ function: Function) {
    let labels = (function.parameters ?? []).map { $0.firstName.text }
    switch function.name {
    case "application" where labels.contains("open") || labels.contains("handleOpen"):
      add(.urlHandler, function.name, function.nameRange)
    case "application" where labels.contains("continue"), "scene" where labels.contains("continue"):
      add(.universalLinkHandler, function.name, function.nameRange)
    case "application" where labels.contains("shouldAllowExtensionPointIdentifier"):
      add(.keyboardDecision, function.name, function.nameRange)
    case "scene" where labels.contains("openURLContexts"):
      add(.urlHandler, function.name, function.nameRange)
    default: break
    }
  }
}
