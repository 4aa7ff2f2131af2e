import AuditEngine
import SwiftSyntax

/// What rules about web views ask of a file.
enum WebViewFacts {
  /// The places at which the file makes a web view.
  static func views(in source: SwiftSource) -> [Call] {
    source.facts.calls("WKWebView").filter { $0.receiver == nil }
  }

  /// The calls that load a page from the network.
  static func remoteLoads(in source: SwiftSource) -> [Call] {
    source.facts.calls("load").filter { call in
      guard call.receiver != nil, let request = call.arguments.first, request.label == nil else {
        return false
      }
      if let made = Call(request.value, scope: call.scope) { return made.name == "URLRequest" }
      guard let name = NamePath.last(of: request.value) else { return false }
      if let binding = source.binding(named: name, from: call.scope) {
        return binding.type?.writtenName.hasPrefix("URLRequest") == true
          || binding.value.flatMap { Call($0, scope: call.scope)?.name } == "URLRequest"
      }
      return false
    }
  }

  /// Whether pages get handlers of the app to call.
  static func handlers(in source: SwiftSource) -> [Call] {
    source.facts.calls("add").filter { $0.argument("name") != nil && $0.arguments.first?.label == nil }
      + source.facts.calls("addScriptMessageHandler")
  }

  /// Whether scripts are switched off.
  static func forbidsScripts(_ source: SwiftSource) -> Bool {
    source.facts.assignments.contains { assignment in
      ["javaScriptEnabled", "allowsContentJavaScript"].contains(assignment.name ?? "")
        && source.fold(assignment.value, in: assignment.scope).boolean == false
    }
  }
}
