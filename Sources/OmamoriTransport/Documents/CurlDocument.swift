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
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = words(line)
      guard let first = words.first, !first.hasPrefix("#"), !first.hasPrefix("//"),
        let place = words.firstIndex(where: { names.contains($0) }), place + 1 < words.count
      else { continue }
      let number = index + 1
      let host =
        try words.firstNonNil { word throws(TransportError) in
          try Self.host(of: word, line: number)
        } ?? standard
      guard let host, entries.count < PinDocument.greatestEntryCount else {
        throw .malformedDocument(line: number)
      }
      // curl takes a list with semicolons, each with the prefix; a file name or another text is no pin.
      let parts = words[place + 1].split(separator: ";").map(String.init)
      let (digests, others) = PinList.digests(parts.map { $0.hasPrefix("sha256//") ? $0 : nil })
      guard !digests.isEmpty else { throw .malformedDocument(line: number) }
      guard !entries.contains(where: { $0.host == host }) else { throw .malformedDocument(line: number) }
      let entry = try PinnedHosts(host, scope: .host, leaf: try PinList.pins(digests))
      entries.append(entry)
      if others > 0 { notes.append(ConversionNote(.otherDigest, .same, entry.label)) }
      if digests.count > 1 { notes.append(ConversionNote(.rolesNotStated, .same, entry.label)) }
      notes.append(ConversionNote(.perTransfer, .same, entry.label))
    }
    return PinReading(document: try PinDocument(entries), notes: notes)
  }

  /// The words of a line; quotation marks, white space and the marks between arguments separate them.
  private static func words(_ line: Substring) -> [String] {
    line.split(whereSeparator: { " \t\"'=,()".contains($0) && $0 != "=" || $0 == "\r" }).flatMap { word in
      // The sign of `pinnedpubkey=…` separates, the one at the end of Base64 does not.
      names.compactMap { name -> [String]? in
        word.hasPrefix(name + "=") ? [name, String(word.dropFirst(name.utf8.count + 1))] : nil
      }.first ?? (word == "=" ? [] : [String(word)])
    }.filter { !$0.isEmpty }
  }

  private static func host(of word: String, line: Int) throws(TransportError) -> HostName? {
    let scheme = "https://"
    guard word.hasPrefix(scheme) else { return nil }
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

extension Sequence {
  /// The first result that is there.
  fileprivate func firstNonNil<Result>(
    _ body: (Element) throws(TransportError) -> Result?
  ) throws(TransportError) -> Result? {
    for element in self {
      if let result = try body(element) { return result }
    }
    return nil
  }
}
