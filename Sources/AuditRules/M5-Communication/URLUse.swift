import AuditEngine
import SwiftSyntax

/// What becomes of a text that holds a URL.
enum URLUse: Comparable {
  /// Compared, stripped, replaced: never a location.
  case none
  /// Shown or opened in the browser.
  case link
  /// Nothing is known.
  case unknown
  /// Kept under a name that says it is an endpoint.
  case endpoint
  /// Reaches a request, a web view, a player or an image loader.
  case request

  /// Looks at what stands around `literal`.
  init(of literal: StringLiteralExprSyntax, in scope: ScopeID, _ source: SwiftSource) {
    var found = URLUse.unknown
    var node = Syntax(literal)
    for _ in 0..<24 {
      guard let parent = node.parent else { break }
      if let call = parent.as(FunctionCallExprSyntax.self), let call = Call(call, scope: scope) {
        if Self.comparing.contains(call.name) { self = .none; return }
        if Self.opening.contains(call.name) { self = .link; return }
        if Self.requesting.contains(call.name) { self = .request; return }
      }
      if let sequence = parent.as(SequenceExprSyntax.self),
        sequence.elements.contains(where: { Self.tests.contains(SequenceParts.operation($0) ?? "") })
      {
        self = .none
        return
      }
      if parent.is(SwitchCaseItemSyntax.self)
        || parent.is(DictionaryElementSyntax.self) && Self.isKey(node, of: parent)
      {
        self = .none
        return
      }
      if let binding = parent.as(PatternBindingSyntax.self),
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      {
        found = max(found, Self.use(ofName: name, in: scope, source))
        break
      }
      if let condition = parent.as(OptionalBindingConditionSyntax.self),
        let name = condition.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      {
        found = max(found, Self.use(ofName: name, in: scope, source))
        break
      }
      if parent.is(CodeBlockItemSyntax.self) || parent.is(MemberBlockItemSyntax.self) { break }
      node = parent
    }
    self = found
  }

  private static func isKey(_ node: Syntax, of parent: Syntax) -> Bool {
    parent.as(DictionaryElementSyntax.self)?.key.id == node.id
  }

  /// What the uses of `name` in this file make of it.
  private static func use(ofName name: String, in scope: ScopeID, _ source: SwiftSource) -> URLUse {
    for reference in source.facts.references[name] ?? [] {
      var node = Syntax(reference.node)
      for _ in 0..<8 {
        guard let parent = node.parent, !parent.is(CodeBlockItemSyntax.self) else { break }
        if let call = parent.as(FunctionCallExprSyntax.self).flatMap({ Call($0, scope: reference.scope) }) {
          if requesting.contains(call.name) { return .request }
          if opening.contains(call.name) { return .link }
        }
        node = parent
      }
    }
    let words = Words.of(name)
    if words.contains(where: linkWords.contains) { return .link }
    return words.contains(where: endpointWords.contains) ? .endpoint : .unknown
  }

  private static let comparing: Set = [
    "hasPrefix", "hasSuffix", "contains", "replacingOccurrences", "replacing", "range", "firstRange",
    "starts",
    "components", "split", "trimmingPrefix", "isEqual", "caseInsensitiveCompare", "deletingPrefix",
    "removePrefix",
    "XCTAssertEqual", "print", "debugPrint", "NSLog", "Logger", "fatalError", "assertionFailure",
    "precondition",
  ]
  private static let tests: Set = ["==", "!=", "~="]
  private static let opening: Set = [
    "open", "openURL", "Link", "SFSafariViewController", "Text", "NSAttributedString",
  ]
  private static let requesting: Set = [
    "URLRequest", "NSURLRequest", "NSMutableURLRequest", "dataTask", "data", "download", "downloadTask",
    "upload",
    "uploadTask", "bytes", "webSocketTask", "loadRequest", "load", "AsyncImage", "AVPlayer", "AVURLAsset",
    "AVPlayerItem", "request", "fetch", "get", "post", "connect", "NWConnection", "contentsOf", "setImage",
    "sd_setImage",
    "WebSocket", "streamTask", "sendRequest",
  ]
  private static let endpointWords: Set = [
    "endpoint", "api", "base", "server", "backend", "host", "service", "socket", "gateway", "upload",
    "download", "feed",
  ]
  private static let linkWords: Set = [
    "link", "homepage", "website", "help", "support", "terms", "privacy", "about", "documentation", "docs",
    "reference",
    "license", "credits", "attribution", "blog", "store",
  ]
}
