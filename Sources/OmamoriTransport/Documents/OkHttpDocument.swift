import OmamoriCore

/// Reads and writes the lines that build OkHttp's `CertificatePinner`, or a plain list of its patterns and pins.
enum OkHttpDocument {
  private struct Line {
    let pattern: String
    let pins: [String]
    let line: Int
  }

  static func read(_ bytes: [UInt8]) throws(TransportError) -> PinReading {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.contains("CertificatePinner") || text.contains("add(") ? try calls(bytes) : list(text)
    var entries: [PinnedHosts] = []
    var notes: [ConversionNote] = []
    // Calls for one pattern add up.
    var order: [String] = []
    var groups: [String: [Line]] = [:]
    for line in lines {
      if groups[line.pattern] == nil { order.append(line.pattern) }
      groups[line.pattern, default: []].append(line)
    }
    guard order.count <= PinDocument.greatestEntryCount else { throw .policy(.tooManyRules) }
    for pattern in order {
      let group = groups[pattern] ?? []
      let (host, scope) = try hosts(pattern, line: group.first?.line)
      for pin in group.flatMap({ line in line.pins.map { (pin: $0, line: line.line) } }) {
        // OkHttp refuses to start with another prefix or with what is not Base64.
        guard pin.pin.hasPrefix("sha256/") || pin.pin.hasPrefix("sha1/") else {
          throw .malformedDocument(line: pin.line)
        }
      }
      let (digests, others) = PinList.digests(group.flatMap(\.pins))
      guard !digests.isEmpty else { throw .malformedDocument(line: group.first?.line) }
      let entry = try PinnedHosts(host, scope: scope, anywhere: try PinList.pins(digests))
      entries.append(entry)
      if others > 0 { notes.append(ConversionNote(.otherDigest, .stricter, entry.label)) }
      if digests.count > 1 { notes.append(ConversionNote(.rolesNotStated, .same, entry.label)) }
    }
    // A text of which nothing was understood must not be taken for one without pins.
    guard !entries.isEmpty else { throw .malformedDocument(line: nil) }
    return PinReading(document: try PinDocument(entries, combination: .united), notes: notes)
  }

  private static func hosts(
    _ pattern: String, line: Int?
  ) throws(TransportError) -> (HostName, PinnedHosts.Scope) {
    var (name, scope) = (pattern[...], PinnedHosts.Scope.host)
    if name.hasPrefix("**.") {
      (name, scope) = (name.dropFirst(3), .hostAndAll)
    } else if name.hasPrefix("*.") {
      (name, scope) = (name.dropFirst(2), .oneLabelOnly)
    }
    let host = try PinList.host(name, line: line)
    guard scope == .host || !host.isAddress else { throw .malformedDocument(line: line) }
    return (host, scope)
  }

  /// The calls of `add` with literals for arguments.
  private static func calls(_ bytes: [UInt8]) throws(TransportError) -> [Line] {
    let tokens = try SourceLiterals.tokens(bytes)
    var lines: [Line] = []
    var index = 0
    while index + 1 < tokens.count {
      guard case .word("add", let line) = tokens[index], case .mark(0x28, _) = tokens[index + 1] else {
        index += 1
        continue
      }
      index += 2
      var literals: [String] = []
      arguments: while index < tokens.count {
        defer { index += 1 }
        switch tokens[index] {
        case .literal(let text, _): literals.append(text)
        case .mark(0x29, _): break arguments
        case .mark(0x2C, _): break
        // A name stands for a pin that is not here; leaving it out would refuse good servers.
        case .word(_, let line), .mark(_, let line): throw .malformedDocument(line: line)
        }
      }
      guard literals.count > 1 else { throw .malformedDocument(line: line) }
      lines.append(Line(pattern: literals[0], pins: Array(literals.dropFirst()), line: line))
    }
    return lines
  }

  /// Lines of a pattern and its pins with spaces between.
  private static func list(_ text: String) -> [Line] {
    var lines: [Line] = []
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "," }).map(String.init)
      guard let pattern = words.first, !pattern.hasPrefix("#") else { continue }
      lines.append(Line(pattern: pattern, pins: Array(words.dropFirst()), line: number + 1))
    }
    return lines
  }

  static func text(_ entries: [PinnedHosts]) -> String {
    var lines = ["CertificatePinner.Builder()"]
    for entry in entries {
      let prefix =
        switch entry.scope {
        case .host, .hostAndOneLabel: ""
        case .oneLabelOnly: "*."
        case .hostAndAll: "**."
        }
      lines.append("  .add(")
      let arguments =
        ["\"\(prefix)\(entry.host)\""]
        + PinList.ordered(entry.anywhere ?? []).map { "\"sha256/\($0.base64)\"" }
      lines.append(arguments.map { "    " + $0 }.joined(separator: ",\n"))
      lines.append("  )")
    }
    return (lines + ["  .build()", ""]).joined(separator: "\n")
  }
}
