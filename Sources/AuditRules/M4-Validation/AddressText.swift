import AuditEngine
import SwiftSyntax

/// The address that a call makes of a text, as far as the text is known.
struct AddressText {
  /// A part of the address that is known only when the program runs.
  struct Part {
    /// What is put in.
    let hole: TextHole
    /// The constant text between the hole before and this one.
    let before: String
  }

  /// The call that makes the address.
  let call: Call
  /// The parts that are not constant, in their order.
  let parts: [Part]
  /// The name of the character set with which the finished text is encoded, if it is.
  let encoding: String?

  /// The addresses that `source` builds from texts: `URL(string: "https://…\(x)")`.
  static func all(in source: SwiftSource) -> [AddressText] {
    ["URL", "NSURL", "URLComponents"].flatMap { name in
      source.facts.calls(name).compactMap { call in
        call.argument("string").flatMap { AddressText(call, $0, source) }
      }
    }
  }

  private init?(_ call: Call, _ text: ExprSyntax, _ source: SwiftSource) {
    self.call = call
    if let parts = Self.parts(of: text, call.scope, source) {
      (self.parts, encoding) = (parts, nil)
      return
    }
    // `let text = "…\(x)".addingPercentEncoding(…)`: the whole is encoded at the end.
    for origin in source.origins(of: text, in: call.scope) {
      guard let encoded = Call(origin.expression, scope: origin.scope),
        encoded.name == "addingPercentEncoding", let inner = encoded.receiver,
        let set = encoded.argument("withAllowedCharacters").flatMap(NamePath.last),
        let parts = Self.parts(of: inner, origin.scope, source)
      else { continue }
      (self.parts, encoding) = (parts, set)
      return
    }
    return nil
  }

  /// The holes of a text with what stands before each; `nil` when the two do not agree or there are none.
  static func parts(of text: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> [Part]? {
    guard case .template(let template) = source.fold(text, in: scope) else { return nil }
    let holes = source.holes(in: text, scope: scope)
    var parts: [Part] = []
    var before = ""
    for part in template {
      switch part {
      case .text(let text): before += text
      case .hole:
        guard parts.count < holes.count else { return nil }
        parts.append(Part(hole: holes[parts.count], before: before))
        before = ""
      }
    }
    return parts.isEmpty || parts.count != holes.count ? nil : parts
  }

  /// Whether the first hole can change the host: nothing ends the host before it.
  var isHostOpen: Bool {
    guard let before = parts.first?.before, let start = before.firstRange(of: "://")?.upperBound else {
      return false
    }
    return !before[start...].contains { ["/", "?", "#"].contains($0) }
  }
}
