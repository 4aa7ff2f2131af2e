/// A content security policy (W3C Content Security Policy Level 3, section 2.2).
///
/// A value; safe to share between threads.
public struct ContentSecurityPolicy: Sendable, Hashable {
  /// The most directives of a policy, and the most policies of a response.
  public static let greatestCount = 64

  /// The sources of every directive; names are in lower case, and of two directives of one name the first counts.
  public let directives: [String: [String]]

  /// Reads the policies of a field, which are between commas.
  ///
  /// - Parameter value: The value of a `Content-Security-Policy` field.
  /// - Returns: The policies that have a directive, at most ``greatestCount``.
  public static func policies(_ value: String) -> [ContentSecurityPolicy] {
    value.utf8.split(separator: 0x2C).prefix(greatestCount).map { ContentSecurityPolicy(Array($0)) }
      .filter { !$0.directives.isEmpty }
  }

  private init(_ text: [UInt8]) {
    var found: [String: [String]] = [:]
    for directive in text.split(separator: 0x3B).prefix(Self.greatestCount) {
      let words = directive.split { $0 == 0x20 || (0x09...0x0D).contains($0) }
      guard let first = words.first else { continue }
      let name = HeaderGrammar.lowercased(first)
      if found[name] == nil { found[name] = words.dropFirst().map { HeaderGrammar.lowercased($0) } }
    }
    directives = found
  }

  /// The sources that scripts may have; `nil` when the policy does not limit them.
  var scripts: [String]? { directives["script-src"] ?? directives["default-src"] }

  /// Whether scripts in the text of a page run; a nonce or a hash makes browsers forget `'unsafe-inline'`.
  var allowsInline: Bool {
    guard let scripts else { return true }
    let isNarrowed = scripts.contains { source in
      ["'nonce-", "'sha256-", "'sha384-", "'sha512-", "'strict-dynamic'"].contains { source.hasPrefix($0) }
    }
    return scripts.contains("'unsafe-inline'") && !isNarrowed
  }

  /// Whether text can be run as a script.
  var allowsEval: Bool { scripts?.contains("'unsafe-eval'") ?? true }

  /// Whether scripts may come from everywhere.
  var allowsAnySource: Bool {
    guard let scripts else { return true }
    if scripts.contains("'strict-dynamic'") { return false }
    return scripts.contains { ["*", "http:", "https:", "data:", "http://*", "https://*"].contains($0) }
  }

  /// Whether anybody may show the response in a frame.
  var allowsFraming: Bool {
    guard let ancestors = directives["frame-ancestors"] else { return true }
    return ancestors.contains { ["*", "http:", "https:"].contains($0) }
  }
}
