import OmamoriCore

/// Reads and writes lines for curl with `pinnedpubkey`.
enum CurlDocument {
  private static let names = ["--pinnedpubkey", "CURLOPT_PINNEDPUBLICKEY", "pinnedpubkey"]

  /// Reads command lines, lines of a configuration file and calls of `curl_easy_setopt`.
  ///
  /// - Parameters:
  ///   - bytes: The lines.
  ///   - standard: The host of lines without a URL.
  /// - Returns: The pins.
  /// - Throws: ``TransportError/malformedDocument(line:)`` and ``TransportError/policy(_:)``.
  static func read(_ bytes: [UInt8], host standard: HostName?) throws(TransportError) -> PinReading {
    let text = String(decoding: bytes, as: UTF8.self)
    var entries: [PinnedHosts] = []
    var notes: [ConversionNote] = []
    var seen: Set<HostName> = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = words(line)
      guard let first = words.first, !first.hasPrefix("#"), !first.hasPrefix("//"),
        let place = words.firstIndex(where: { names.contains($0) })
      else { continue }
      let number = index + 1
      guard place + 1 < words.count else { throw .malformedDocument(line: number) }
      // All servers of a command line are compared with its pins.
      let named = try words.map { word throws(TransportError) in
        try Self.host(of: word, line: number)
      }.compactMap(\.self)
      let hosts = named.isEmpty ? [standard].compactMap(\.self) : named
      // curl takes a list with semicolons, each with the prefix; a file name or another text is no pin.
      let parts = words[place + 1].split(separator: ";").map(String.init)
      let (digests, others) = PinList.digests(parts.map { $0.hasPrefix("sha256//") ? $0 : nil })
      guard !digests.isEmpty, !hosts.isEmpty else { throw .malformedDocument(line: number) }
      for (place, host) in hosts.enumerated() where !hosts[..<place].contains(host) {
        guard entries.count < PinDocument.greatestEntryCount, seen.insert(host).inserted else {
          throw .malformedDocument(line: number)
        }
        let entry = try PinnedHosts(host, scope: .host, leaf: try PinList.pins(digests))
        entries.append(entry)
        if others > 0 { notes.append(ConversionNote(.otherDigest, .same, entry.label)) }
        if digests.count > 1 { notes.append(ConversionNote(.rolesNotStated, .same, entry.label)) }
        notes.append(ConversionNote(.perTransfer, .same, entry.label))
      }
    }
    // A text of which nothing was understood must not be taken for one without pins.
    guard !entries.isEmpty else { throw .malformedDocument(line: nil) }
    return PinReading(document: try PinDocument(entries), notes: notes)
  }

  /// The words of a line; quotation marks, white space and the marks between arguments separate them.
  private static func words(_ line: Substring) -> [String] {
    line.split(whereSeparator: { " \t\"',()".contains($0) || $0 == "\r" }).flatMap { word in
      // The sign of `pinnedpubkey=…` or `pinnedpubkey:…` separates, the one at the end of Base64 does not.
      names.compactMap { name -> [String]? in
        word.hasPrefix(name + "=") || word.hasPrefix(name + ":")
          ? [name, String(word.dropFirst(name.utf8.count + 1))] : nil
      }.first ?? (word == "=" || word == ":" ? [] : [String(word)])
    }.filter { !$0.isEmpty }
  }

  private static func host(of word: String, line: Int) throws(TransportError) -> HostName? {
    let scheme = "https://"
    guard HeaderGrammar.lowercased(word.prefix(scheme.count)) == scheme else { return nil }
    let authority = word.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    guard !authority.contains("@") else { throw .malformedDocument(line: line) }
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      return try PinList.host(authority[...end], line: line)
    }
    return try PinList.host(authority.prefix { $0 != ":" }, line: line)
  }

  static func text(_ entries: [PinnedHosts]) -> String {
    let lines = entries.map { entry in
      let pins = PinList.ordered(entry.anywhere ?? []).map { "sha256//\($0.base64)" }.joined(separator: ";")
      let host = entry.host.kind == .addressV6 ? "[\(entry.host)]" : "\(entry.host)"
      return "curl --proto '=https' --pinnedpubkey '\(pins)' https://\(host)/"
    }
    return (lines + [""]).joined(separator: "\n")
  }
}
