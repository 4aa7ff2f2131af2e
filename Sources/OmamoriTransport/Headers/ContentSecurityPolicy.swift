/// A content security policy (W3C Content Security Policy Level 3, section 2.2).
package struct ContentSecurityPolicy: Sendable, Hashable {
  /// The most directives of a policy, and the most policies of a response.
  package static let greatestCount = 64

  /// The value of every directive, in lower case.
  private let values: [String: ArraySlice<UInt8>]
  /// What scripts of elements, of attributes such as `onclick`, and of all other kinds may be; `nil` for everything.
  private let elements, attributes, scripts: ContentSources?
  /// Who may show the response in a frame; `nil` for everybody.
  private let frames: ContentSources?

  /// The sources of every directive; names are in lower case, and of two directives of one name the first counts.
  package var directives: [String: [String]] {
    values.mapValues { value in
      value.split(whereSeparator: ContentSources.isBlank).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Reads the policies of a field, which are between commas.
  ///
  /// - Parameter value: The value of a `Content-Security-Policy` field.
  /// - Returns: The policies that have a directive, at most 64.
  package static func policies(_ value: String) -> [ContentSecurityPolicy] {
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

/// What the sources of a directive of a content security policy allow (W3C Content Security Policy Level 3, section 2.3.1).
///
/// Read in one pass, and without a copy of any source, since a server may send as many as a header holds.
struct ContentSources: Sendable, Hashable {
  private var hasUnsafeInline = false
  /// Whether a nonce or a hash is among them.
  private var hasNonceOrHash = false
  /// Whether `'unsafe-eval'` is among them.
  private(set) var allowsEval = false
  /// Whether scripts that run may load more, and nothing else may.
  private(set) var isStrictDynamic = false
  /// Whether URLs that hold their content are among them.
  private(set) var hasData = false
  /// Whether every host of a scheme, or of all, is among them.
  private(set) var hasEverybody = false

  /// Reads sources between blanks, in lower case.
  init(_ value: ArraySlice<UInt8>) {
    var start = value.startIndex
    for (place, byte) in zip(value.indices, value) where Self.isBlank(byte) {
      if start < place { read(value[start..<place]) }
      start = place + 1
    }
    if start < value.endIndex { read(value[start...]) }
  }

  /// Whether scripts in the text of the page run: a nonce, a hash or `'strict-dynamic'` makes browsers forget
  /// `'unsafe-inline'` (section 6.7.3.2).
  var allowsInline: Bool { hasUnsafeInline && !hasNonceOrHash && !isStrictDynamic }

  /// Whether a byte is ASCII whitespace (WHATWG Infra).
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
  }

  private static let unsafeInline = Array("'unsafe-inline'".utf8)
  private static let unsafeEval = Array("'unsafe-eval'".utf8)
  private static let strictDynamic = Array("'strict-dynamic'".utf8)
  private static let data = Array("data:".utf8)
  private static let schemes = [Array("http:".utf8), Array("https:".utf8)]
  private static let prefixes = ["'nonce-", "'sha256-", "'sha384-", "'sha512-"].map { Array($0.utf8) }

  private mutating func read(_ source: ArraySlice<UInt8>) {
    guard source.first == UInt8(ascii: "'") else {
      hasEverybody = hasEverybody || Self.isEverybody(source)
      hasData = hasData || source.elementsEqual(Self.data)
      return
    }
    // No keyword that matters, and no nonce, is shorter.
    guard source.count >= 9 else { return }
    if source.elementsEqual(Self.unsafeInline) {
      hasUnsafeInline = true
    } else if source.elementsEqual(Self.unsafeEval) {
      allowsEval = true
    } else if source.elementsEqual(Self.strictDynamic) {
      isStrictDynamic = true
    } else {
      hasNonceOrHash = hasNonceOrHash || Self.isNonceOrHash(source)
    }
  }

  /// Whether a source is a nonce or a hash by the grammar; for browsers any other one is no source at all.
  private static func isNonceOrHash(_ source: ArraySlice<UInt8>) -> Bool {
    guard let prefix = prefixes.first(where: { source.starts(with: $0) }), source.last == UInt8(ascii: "'")
    else { return false }
    let value = source.dropFirst(prefix.count).dropLast()
    let padding = value.drop(while: isBase64)
    return padding.startIndex > value.startIndex && padding.count <= 2
      && padding.allSatisfy { $0 == UInt8(ascii: "=") }
  }

  /// Whether a byte in lower case stands in Base64 of either alphabet.
  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x61...0x7A: true
    case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  /// Whether a source is every host of a scheme, or of all; port and path narrow nothing that an attacker cannot have.
  private static func isEverybody(_ source: ArraySlice<UInt8>) -> Bool {
    guard source.first == UInt8(ascii: "*") || source.first == UInt8(ascii: "h") else { return false }
    var host = source
    for scheme in schemes where source.starts(with: scheme) {
      host = source.dropFirst(scheme.count)
      if host.isEmpty { return true }
      guard host.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) else { return false }
      host = host.dropFirst(2)
    }
    let rest = host.dropFirst()
    return host.first == UInt8(ascii: "*")
      && (rest.isEmpty || rest.first == UInt8(ascii: ":") || rest.first == UInt8(ascii: "/"))
  }
}
