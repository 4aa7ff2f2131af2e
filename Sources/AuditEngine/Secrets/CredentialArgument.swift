package import SwiftSyntax

/// An argument whose label, neighbour or call says that it is a secret.
package struct CredentialArgument {
  /// The call.
  package let call: Call
  /// What says so.
  package let name: String
  /// The value.
  package let value: ExprSyntax
  /// Whether the name stands beside the value; the name of a call may be about something else.
  package let isSure: Bool

  /// Every such argument of a file.
  package static func all(in source: SwiftSource) -> [CredentialArgument] {
    source.facts.calls(named: isSecret(_:), labelled: { keyLabels.contains($0) || isSecret(label: $0) })
      .flatMap { all(of: $0, source) }
  }

  private static func all(of call: Call, _ source: SwiftSource) -> [CredentialArgument] {
    var found: [CredentialArgument] = []
    let key = call.arguments.first { $0.label.map(keyLabels.contains) ?? false }
    if let key, let name = source.fold(key.value, in: call.scope).string,
      SensitiveLexicon.meaning(of: name) == .secret, !OAuthParameter.isClientSecret(name),
      let value = call.arguments.first(where: { $0.label == nil || $0.label == "value" })
    {
      found.append(CredentialArgument(call: call, name: name, value: value.value, isSure: true))
    }
    for argument in call.arguments {
      guard let label = argument.label, !keyLabels.contains(label),
        isSecret(label: label)
      else { continue }
      found.append(CredentialArgument(call: call, name: label, value: argument.value, isSure: true))
    }
    // `setAccessToken("…")`, `provideAPIKey("…")`, `.bearer("…")`
    if let first = call.arguments.first, first.label == nil, isSecret(call.name) {
      found.append(CredentialArgument(call: call, name: call.name, value: first.value, isSure: false))
    }
    return found
  }

  private static func isSecret(label: String) -> Bool {
    SensitiveLexicon.meaning(of: withoutPreposition(label)) == .secret
  }

  private static func isSecret(_ call: String) -> Bool {
    SensitiveLexicon.meaning(of: withoutVerb(call)) == .secret
  }

  private static func withoutPreposition(_ label: String) -> String {
    for word in ["with", "using", "and", "by", "from"] where label.hasPrefix(word) {
      let rest = label.dropFirst(word.count)
      if let first = rest.first, first.isUppercase { return String(rest) }
    }
    return label
  }

  private static func withoutVerb(_ name: String) -> String {
    for verb in ["set", "provide", "register", "configure", "use", "with", "initialize", "start", "add"]
    where name.hasPrefix(verb) {
      let rest = name.dropFirst(verb.count)
      if let first = rest.first, first.isUppercase { return String(rest) }
    }
    return name
  }

  private static let keyLabels: Set = [
    "forKey", "key", "forHTTPHeaderField", "forHeader", "forHeaderField", "header", "field", "name",
    "forName", "named",
    "for", "account", "service", "defaultValue",
  ]
}
