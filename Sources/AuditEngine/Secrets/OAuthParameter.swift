import SwiftSyntax

/// A parameter of an OAuth request, however the request is put together.
package struct OAuthParameter {
  /// How a parameter is given.
  package enum Kind: Equatable {
    case queryItem
    case dictionary
    case text
  }

  /// The name, such as `response_type`.
  package let name: String
  /// The value, if it is constant.
  package let value: String?
  /// How it is given.
  package let kind: Kind
  /// The bytes of the query item, the dictionary entry or the text.
  package let range: Range<Int>
  /// The bytes of the list it is in.
  package let list: Range<Int>?
  /// Where it stands.
  package let scope: ScopeID

  /// Whether this is a request for an authorization code.
  package var asksForCode: Bool { value?.split(separator: " ").contains("code") == true }

  /// The parameters of OAuth in `source`, in the order they stand in the file.
  package static func all(in source: SwiftSource) -> [OAuthParameter] {
    source.once(all: Self.self) {
      (items(in: source) + entries(in: source) + texts(in: source)).sorted {
        $0.range.lowerBound < $1.range.lowerBound
      }
    }
  }

  /// Whether `source` mentions a parameter `name` in any way.
  package static func names(_ name: String, in source: SwiftSource) -> Bool {
    source.once(Self.self, .file, name) { source.facts.strings.contains { mentions(name, $0) } }
  }

  /// Whether `name` means the secret of a client.
  package static func isClientSecret(_ name: String) -> Bool {
    let words = Words.of(name)
    guard let last = words.last, words.count <= 4 else { return false }
    return last == "clientsecret"
      || last == "secret"
        && zip(words, words.dropFirst()).contains { ["client", "consumer"].contains($0) && $1 == "secret" }
  }

  /// Whether the text of `fact` mentions a parameter `name`.
  package static func mentions(_ name: String, _ fact: StringFact) -> Bool {
    fact.node.segments.contains { segment in
      guard case .stringSegment(let part) = segment else { return false }
      let text = part.content.text
      return text == name || text.utf8.contains(0x3D) && text.contains(name + "=")
    }
  }

  private static func items(in source: SwiftSource) -> [OAuthParameter] {
    (source.facts.calls("URLQueryItem") + source.facts.calls("NSURLQueryItem")).compactMap { call in
      guard let name = source.fold(call.argument("name"), in: call.scope).string, known.contains(name) else {
        return nil
      }
      return OAuthParameter(
        name: name, value: source.fold(call.argument("value"), in: call.scope).string, kind: .queryItem,
        range: call.range, list: list(around: Syntax(call.node)), scope: call.scope)
    }
  }

  private static func entries(in source: SwiftSource) -> [OAuthParameter] {
    source.facts.strings.compactMap { fact in
      guard let name = fact.node.knownText, known.contains(name),
        let element = fact.node.parent?.as(DictionaryElementSyntax.self), element.key.id == fact.node.id
      else { return nil }
      let range = element.key.utf8Range.lowerBound..<element.value.utf8Range.upperBound
      return OAuthParameter(
        name: name, value: source.fold(element.value, in: fact.scope).string, kind: .dictionary, range: range,
        list: list(around: Syntax(element)), scope: fact.scope)
    }
  }

  /// `…?response_type=code&client_id=…` in one literal.
  private static func texts(in source: SwiftSource) -> [OAuthParameter] {
    source.facts.strings.flatMap { fact in
      fact.node.segments.flatMap { segment -> [OAuthParameter] in
        guard case .stringSegment(let text) = segment else { return [] }
        guard text.content.text.utf8.contains(0x3D) else { return [] }
        let fields = text.content.text.split { "?&".contains($0) }
        return fields.compactMap { field in
          guard let equals = field.firstIndex(of: "=") else { return nil }
          let (name, value) = (String(field[..<equals]), String(field[field.index(after: equals)...]))
          guard texted.contains(name), !value.isEmpty else { return nil }
          return OAuthParameter(
            name: name, value: value.replacing("%20", with: " "), kind: .text, range: fact.range,
            list: fact.range, scope: fact.scope)
        }
      }
    }
  }

  /// The assignment or list around a parameter.
  private static func list(around node: Syntax) -> Range<Int>? {
    if let array = node.ancestor(ArrayExprSyntax.self, within: 3) {
      let sequence = array.parent?.parent?.as(SequenceExprSyntax.self)
      let isAssigned = sequence?.elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true
      return isAssigned ? sequence?.utf8Range : array.utf8Range
    }
    return node.ancestor(DictionaryExprSyntax.self, within: 2)?.utf8Range
  }

  private static let known: Set = [
    "response_type", "grant_type", "code_challenge", "code_challenge_method", "state", "client_id",
    "redirect_uri", "scope", "nonce",
  ]
  /// Parameters that mean something inside a text.
  private static let texted: Set = ["response_type", "grant_type", "code_challenge_method"]
}
