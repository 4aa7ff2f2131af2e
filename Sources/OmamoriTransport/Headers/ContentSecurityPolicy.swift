/// A content security policy (W3C Content Security Policy Level 3, section 2.2).
///
/// A value; safe to share between threads.
public struct ContentSecurityPolicy: Sendable, Hashable {
  /// The most directives of a policy, and the most policies of a response.
  public static let greatestCount = 64

  /// The value of every directive, in lower case.
  private let values: [String: ArraySlice<UInt8>]
  /// What scripts of elements, of attributes such as `onclick`, and of all other kinds may be; `nil` for everything.
  private let elements, attributes, scripts: ContentSources?
  /// Who may show the response in a frame; `nil` for everybody.
  private let frames: ContentSources?

  /// The sources of every directive; names are in lower case, and of two directives of one name the first counts.
  public var directives: [String: [String]] {
    values.mapValues { value in
      value.split(whereSeparator: ContentSources.isBlank).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Reads the policies of a field, which are between commas.
  ///
  /// - Parameter value: The value of a `Content-Security-Policy` field.
  /// - Returns: The policies that have a directive, at most ``greatestCount``.
  public static func policies(_ value: String) -> [ContentSecurityPolicy] {
    Array(value.utf8).map(HeaderGrammar.lowercased).split(separator: 0x2C, maxSplits: greatestCount)
      .prefix(greatestCount).map { ContentSecurityPolicy($0) }.filter { !$0.values.isEmpty }
  }

  private init(_ text: ArraySlice<UInt8>) {
    var values: [String: ArraySlice<UInt8>] = [:]
    let directives = text.split(separator: 0x3B, maxSplits: Self.greatestCount).prefix(Self.greatestCount)
    // Browsers skip a directive with a character beyond ASCII.
    for directive in directives where directive.allSatisfy({ $0 < 0x80 }) {
      let content = directive.drop(while: ContentSources.isBlank)
      let end = content.firstIndex(where: ContentSources.isBlank) ?? content.endIndex
      guard end > content.startIndex else { continue }
      let name = String(decoding: content[..<end], as: UTF8.self)
      if values[name] == nil { values[name] = content[end...] }
    }
    self.values = values
    scripts = (values["script-src"] ?? values["default-src"]).map(ContentSources.init)
    elements = values["script-src-elem"].map(ContentSources.init) ?? scripts
    attributes = values["script-src-attr"].map(ContentSources.init) ?? scripts
    frames = values["frame-ancestors"].map(ContentSources.init)
  }

  /// Whether the policy says which scripts run.
  var limitsScripts: Bool { scripts != nil }

  /// Whether the policy says who may show the response in a frame.
  var limitsFraming: Bool { frames != nil }

  /// Whether elements with a script in their text run.
  var allowsInlineElements: Bool { elements?.allowsInline ?? true }
  /// Whether attributes with a script run.
  var allowsInlineAttributes: Bool { attributes?.allowsInline ?? true }

  /// Whether text can be run as a script.
  var allowsEval: Bool { scripts?.allowsEval ?? true }

  /// Whether scripts, or workers, may come from everywhere.
  var allowsAnySource: Bool {
    [scripts, elements].contains { sources in
      guard let sources else { return true }
      return !sources.isStrictDynamic && (sources.hasData || sources.hasEverybody)
    }
  }

  /// Whether anybody may show the response in a frame.
  var allowsFraming: Bool { frames?.hasEverybody ?? true }
}
