import SwiftSyntax

/// What functions that no file declares do with values, as data.
enum FlowPasses {
  /// What the result of `call` carries when no file declares the function.
  static func fallback(of call: Call, in source: SwiftSource) -> FlowCallSite.Fallback {
    var fallback = FlowCallSite.Fallback()
    let isType = call.name.first?.isUppercase == true
    fallback.carriesArguments =
      isType || call.receiver == nil && call.node.calledExpression.is(MemberAccessExprSyntax.self)
      || call.receiver.map { NamePath.last(of: $0)?.first?.isUppercase == true } ?? false
      || carryingArguments.contains(call.name) || call.name.hasPrefix("appending")
      || ProjectTerms.current.flow.sanitizers[call.name] != nil
    fallback.cleaned = cleaned(by: call, in: source).union(FlowProtections.cleaned(byFunction: call.name))
    if !FlowProtections.carries(call.name) {
      fallback.cleaned.formUnion(.disclosing)
    } else if !fallback.carriesArguments, FlowProtections.carriesArguments(call.name) {
      fallback.carriesArguments = true
      fallback.cleaned.formUnion(.all)
    }
    return fallback
  }

  static let carryingArguments: Set = [
    "decode", "jsonObject", "propertyList", "unarchivedObject", "unarchiveObject",
    "unarchiveTopLevelObjectWithData", "zip",
    "min", "max", "encode", "joined", "inserting", "merging", "strdup", "replacingOccurrences", "replacing",
    "union", "load", "html", "toHTML", "toHtml", "render", "markdownToHTML", "renderHTML", "clean",
    "unwrapInboundIn", "templated", "fromContentsOf",
    "string", "file", "url", "add", "combine", "fetchRequest", "literal", "sqlite3_mprintf",
    "sqlite3_vmprintf",
  ]

  /// The places that what `call` returns cannot harm.
  private static func cleaned(by call: Call, in source: SwiftSource) -> FlowSinkClass {
    switch call.name {
    case "escapedPattern": return .regex
    case "URL", "NSURL": return call.arguments.first?.label == "string" ? .path : []
    case "lastPathComponent": return .path
    case "addingPercentEncoding":
      let allowed = call.argument("withAllowedCharacters").flatMap(NamePath.last) ?? ""
      return allowed == "alphanumerics" ? .all : [.html, .script, .sql, .predicate]
    case "replacingOccurrences", "replacing":
      guard let first = call.arguments.first, let text = source.fold(first.value, in: call.scope).string
      else { return [] }
      return cleaned(byReplacing: text)
    // What a query finds is not what it was asked with.
    case "NSPredicate", "NSExpression", "NSSortDescriptor", "NSFetchRequest", "NSCompoundPredicate":
      return FlowSinkClass.all.subtracting([.predicate, .sql])
    // SwiftSoup leaves what a list allows; Mustache escapes what stands in two braces.
    case "clean": return .html
    case "render":
      let template = call.receiver.flatMap { source.origins(of: $0, in: call.scope).first?.expression }
      let text = template?.trimmedDescription ?? ""
      return text.contains("{{") && !text.contains("{{{") && !text.contains("{{&") ? .html : []
    case "base64EncodedString", "base64EncodedData": return FlowSinkClass.all.subtracting(.path)
    case "encode", "data":
      // JSON is a part of JavaScript.
      let isJSON =
        call.name == "data"
        ? call.arguments.first?.label == "withJSONObject"
        : call.receiver.map { source.typeName(of: $0, in: call.scope) == "JSONEncoder" } ?? false
      return isJSON ? .script : []
    case "filter", "prefix", "components", "split":
      // Only characters of a set are left.
      let text = call.node.trimmedDescription
      let asks = [
        "isLetter", "isNumber", "isHexDigit", "isWholeNumber", "isASCII", "inverted", "allowed",
        "CharacterSet",
      ]
      let chooses = call.name == "filter" || call.name == "prefix"
      if chooses && (asks.contains(where: text.contains) || isMember(call)) || text.contains(".inverted") {
        return .all
      }
      return !chooses && call.arguments.contains { $0.value.trimmedDescription == "\"/\"" } ? .path : []
    case "sqlite3_mprintf", "sqlite3_vmprintf":
      let format = call.arguments.first.flatMap { source.fold($0.value, in: call.scope).string } ?? "%s"
      return format.contains("%s") ? [] : .sql
    default: break
    }
    if let own = ProjectTerms.current.flow.sanitizers[call.name] { return own }
    if isSanitizer(call.name), !isConversion(call.name) { return .all }
    let words = Words.of(call.name)
    if words.contains("json") || words.contains("sanitizing") { return [.script] }
    return []
  }

  /// Looks at `filter { digits.contains($0) }` and `filter(allowed.contains)`.
  private static func isMember(_ call: Call) -> Bool {
    if let argument = call.arguments.first?.value.as(MemberAccessExprSyntax.self) {
      return argument.declName.baseName.text == "contains"
    }
    guard let closure = call.closures.first?.closure, let only = closure.statements.first?.item,
      case .expr(let expression) = only, let asked = Call(expression, scope: call.scope),
      asked.name == "contains"
    else { return false }
    return asked.arguments.first.map { NamePath.of($0.value).first == "$0" } ?? false
  }

  /// Whether a name says that something makes a text safe, or replaces it by something computed.
  static func isSanitizer(_ name: String) -> Bool {
    let words = Words.of(name)
    return words.contains(where: Sanitizers.words.contains) && !words.contains(where: undoing.contains)
  }

  /// Words of names for what takes an escape away: `removingPercentEncoding`.
  private static let undoing: Set = [
    "removing", "remove", "decode", "decoded", "decoding", "unescape", "unescaped", "undo", "without",
  ]

  private static func isConversion(_ name: String) -> Bool {
    name.hasPrefix("base64Encoded") || name == "encode" || name == "encodedData"
  }

  /// The places that what a function of the project returns cannot harm, by its name.
  static func cleaned(byFunction name: String, isSeenThrough: Bool = false) -> FlowSinkClass {
    let own = ProjectTerms.current.flow.sanitizers[name] ?? []
    let cleaned = FlowProtections.cleaned(byFunction: name).union(own)
    return isSanitizer(name) && !isSeenThrough ? cleaned.union(.all) : cleaned
  }

  /// The places that a text without `text` in it cannot harm.
  static func cleaned(byReplacing text: String) -> FlowSinkClass {
    var cleaned: FlowSinkClass = []
    if text == "'" { cleaned.formUnion([.sql, .predicate]) }
    if text == "\"" || text == "\\" { cleaned.formUnion([.predicate, .script, .sql]) }
    if text == "<" || text == "&" { cleaned.formUnion(.html) }
    if text == "/" || text.utf8.count < 64 && text.contains("..") { cleaned.formUnion(.path) }
    if text == "%" { cleaned.formUnion(.format) }
    return cleaned
  }

  /// The places that a member of a value cannot harm.
  static func cleaned(byMember name: String) -> FlowSinkClass {
    switch name {
    // Foundation puts “_” for each “/” of a name that a server suggests.
    case "lastPathComponent", "pathExtension", "suggestedFilename": return .path
    default: break
    }
    return isSanitizer(name) || Words.of(name).contains("uuid") ? .all : []
  }
}
