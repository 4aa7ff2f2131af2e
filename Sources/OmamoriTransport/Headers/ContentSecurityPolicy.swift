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

  /// The same for elements and for attributes such as `onclick`, which have directives of their own.
  private var elements: [String]? { directives["script-src-elem"] ?? scripts }
  private var attributes: [String]? { directives["script-src-attr"] ?? scripts }

  /// Whether elements with a script in their text run; a nonce or a hash makes browsers forget `'unsafe-inline'`.
  var allowsInlineElements: Bool { Self.allowsInline(elements) }
  /// Whether attributes with a script run.
  var allowsInlineAttributes: Bool { Self.allowsInline(attributes) }

  private static func allowsInline(_ scripts: [String]?) -> Bool {
    guard let scripts else { return true }
    let isNarrowed = scripts.contains { source in
      ["'nonce-", "'sha256-", "'sha384-", "'sha512-", "'strict-dynamic'"].contains { source.hasPrefix($0) }
    }
    return scripts.contains("'unsafe-inline'") && !isNarrowed
  }

  /// Whether text can be run as a script.
  var allowsEval: Bool { scripts?.contains("'unsafe-eval'") ?? true }

  /// Whether scripts, or workers, may come from everywhere.
  var allowsAnySource: Bool {
    [scripts, elements].contains { scripts in
      guard let scripts else { return true }
      if scripts.contains("'strict-dynamic'") { return false }
      return scripts.contains { $0 == "data:" || Self.isEverywhere($0) }
    }
  }

  /// Whether anybody may show the response in a frame.
  var allowsFraming: Bool { directives["frame-ancestors"]?.contains(where: Self.isEverywhere) ?? true }

  /// Whether a source is every host of a scheme, or of all; port and path narrow nothing that an attacker cannot have.
  private static func isEverywhere(_ source: String) -> Bool {
    if source == "http:" || source == "https:" { return true }
    var rest = source[...]
    for scheme in ["http://", "https://"] where rest.hasPrefix(scheme) { rest = rest.dropFirst(scheme.count) }
    return rest.prefix { $0 != ":" && $0 != "/" } == "*"
  }
}
