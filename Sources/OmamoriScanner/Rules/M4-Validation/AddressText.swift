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

  /// The addresses that `source` builds from texts: `URL(string: "https://…\(x)")`.
  static func all(in source: SwiftSource) -> [AddressText] {
    ["URL", "NSURL", "URLComponents"].flatMap { name in
      source.facts.calls(name).compactMap { call in
        guard let text = call.argument("string"), let parts = parts(of: text, call.scope, source) else {
          return nil
        }
        return AddressText(call: call, parts: parts)
      }
    }
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
