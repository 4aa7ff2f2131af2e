import OmamoriCore

/// Reads the header of an age file from pieces of any size, and takes no byte beyond its end.
///
/// It is strict: exactly the text that ``AgeHeader/text`` gives is a header. Its size, its lines and their number are
/// bounded.
///
///     var reader = AgeHeaderReader()
///     while reader.header == nil { used = try reader.read(piece) … }
struct AgeHeaderReader {
  /// The most bytes of a header; 1,024 recipients of any kind fit.
  static let maximumSize = 2 << 20
  /// The most stanzas.
  static let maximumStanzas = 1024
  /// The most bytes of a line.
  static let maximumLine = 16 << 10

  /// What the next line has to be.
  private enum Expected {
    case version
    case stanza
    case stanzaOrEnd
    case body
  }

  /// The header, as soon as its last byte was read.
  private(set) var header: AgeHeader?
  private var expected = Expected.version
  private var text: [UInt8] = []
  private var lineStart = 0
  private var stanzas: [AgeStanza] = []
  /// The stanza that is being read, its body as far as it came.
  private var (arguments, body): ([String], [UInt8]) = ([], [])

  /// Reads from a piece of the file.
  ///
  /// - Parameter piece: The bytes after those that were read before.
  /// - Returns: How many of them belong to the header; less than all when it ends within the piece.
  /// - Throws: ``CryptoError/malformed(_:offset:)``, or ``CryptoError/unsupported(_:)`` for another version of age.
  mutating func read(_ piece: Span<UInt8>) throws(CryptoError) -> Int {
    for index in 0..<piece.count {
      guard header == nil else { return index }
      guard text.count < Self.maximumSize, text.count - lineStart < Self.maximumLine else {
        throw .malformed(.ageFile, offset: text.count)
      }
      text.append(piece[index])
      if piece[index] == UInt8(ascii: "\n") {
        try endLine()
      } else if case .version = expected {
        try checkBeginning()
      }
    }
    return piece.count
  }

  /// The header, when no more bytes come.
  ///
  /// - Throws: ``CryptoError/truncated(_:)`` when it has not ended.
  func finish() throws(CryptoError) -> AgeHeader {
    guard let header else { throw .truncated(.ageFile) }
    return header
  }

  /// Refuses anything but an age file at its first wrong byte, so that no other file is read to its first line feed.
  private func checkBeginning() throws(CryptoError) {
    let (index, prefix) = (text.count - 1, AgeHeader.versionPrefix)
    guard index >= prefix.count ? index < 256 : text[index] == prefix[index] else {
      throw .malformed(.ageFile, offset: index)
    }
  }

  private mutating func endLine() throws(CryptoError) {
    let line = text[lineStart..<(text.count - 1)]
    switch expected {
    case .version: try readVersion(line)
    case .stanza: try readArguments(line)
    case .stanzaOrEnd where line.starts(with: AgeHeader.endMark): header = try end(line)
    case .stanzaOrEnd: try readArguments(line)
    case .body: try readBody(line)
    }
    lineStart = text.count
  }

  private mutating func readVersion(_ line: ArraySlice<UInt8>) throws(CryptoError) {
    guard line.elementsEqual(AgeHeader.versionLine) else {
      let version = line.dropFirst(AgeHeader.versionPrefix.count)
      let isVersion = line.starts(with: AgeHeader.versionPrefix) && !version.isEmpty
      guard isVersion, version.allSatisfy(Self.isVisible) else { throw refusal }
      throw .unsupported(.ageFile)
    }
    expected = .stanza
  }

  private mutating func readArguments(_ line: ArraySlice<UInt8>) throws(CryptoError) {
    let start = Array("-> ".utf8)
    guard stanzas.count < Self.maximumStanzas, line.starts(with: start) else { throw refusal }
    let parts = line.dropFirst(start.count)
      .split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isVisible) }) else { throw refusal }
    (arguments, body) = (parts.map { String(decoding: $0, as: UTF8.self) }, [])
    expected = .body
  }

  private mutating func readBody(_ line: ArraySlice<UInt8>) throws(CryptoError) {
    guard line.count <= AgeStanza.columns,
      let bytes = Base64.standard.decode(Array(line).rawSpan, padded: false)
    else { throw refusal }
    body += bytes
    guard line.count < AgeStanza.columns else { return }
    stanzas.append(AgeStanza(arguments: arguments, body: body))
    expected = .stanzaOrEnd
  }

  private func end(_ line: ArraySlice<UInt8>) throws(CryptoError) -> AgeHeader {
    let mark = AgeHeader.endMark + [UInt8(ascii: " ")]
    guard line.starts(with: mark),
      let mac = Base64.standard.decode(Array(line.dropFirst(mark.count)).rawSpan, padded: false),
      mac.count == AgeHeader.macSize
    else { throw refusal }
    let authenticated = Array(text[..<(lineStart + AgeHeader.endMark.count)])
    return AgeHeader(stanzas: stanzas, authenticatedText: authenticated, mac: mac)
  }

  /// The error for the line that is being read.
  private var refusal: CryptoError { .malformed(.ageFile, offset: lineStart) }

  private static func isVisible(_ byte: UInt8) -> Bool { (33...126).contains(byte) }
}
