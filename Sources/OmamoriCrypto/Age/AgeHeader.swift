import OmamoriCore

/// The header of an age file: the file key wrapped for each recipient, and a MAC under that key.
///
/// A value; safe to share between threads. ``AgeHeaderReader`` makes one of text.
struct AgeHeader: Sendable, Equatable {
  /// The wrapped keys, at least one.
  let stanzas: [AgeStanza]
  /// The text that the MAC covers: from the beginning up to and including `---`.
  let authenticatedText: [UInt8]
  /// The MAC as it stands in the header; unchecked.
  let mac: [UInt8]

  /// The first line, without its end.
  static let versionLine = Array("age-encryption.org/v1".utf8)
  /// What the first line begins with in every version.
  static let versionPrefix = Array("age-encryption.org/".utf8)
  /// What the last line begins with.
  static let endMark = Array("---".utf8)
  /// The size of the MAC in bytes.
  static let macSize = 32

  /// Puts a header together from what its reader found.
  init(stanzas: [AgeStanza], authenticatedText: [UInt8], mac: [UInt8]) {
    (self.stanzas, self.authenticatedText, self.mac) = (stanzas, authenticatedText, mac)
  }

  /// The text that the MAC of a header with these stanzas covers.
  static func authenticatedText(_ stanzas: [AgeStanza]) -> [UInt8] {
    var text = versionLine + [UInt8(ascii: "\n")]
    for stanza in stanzas { stanza.write(to: &text) }
    return text + endMark
  }

  /// The whole header as it stands in a file.
  var text: [UInt8] {
    authenticatedText + [UInt8(ascii: " ")] + Base64.standard.encoded(mac.rawSpan, padded: false)
      + [UInt8(ascii: "\n")]
  }
}

extension AgeFileKey {
  /// The header that wraps this key for recipients.
  ///
  /// - Parameter recipients: 1 to 1,024 recipients.
  /// - Returns: The header with its MAC.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for another number of recipients,
  ///   `CryptoError.malformed(_:offset:)` for one that nothing can be encrypted to,
  ///   `CryptoError.mixedRecipients` when only some of them hold against quantum computers.
  func header(for recipients: [Recipient]) throws(CryptoError) -> AgeHeader {
    guard (1...AgeHeaderReader.maximumStanzas).contains(recipients.count) else {
      throw .outOfRange(lower: 1, upper: AgeHeaderReader.maximumStanzas)
    }
    let kinds = Set(recipients.map(\.kind))
    guard kinds.count == 1 || !kinds.contains(.mlkem768x25519) else { throw .mixedRecipients }
    var stanzas: [AgeStanza] = []
    for recipient in recipients { stanzas.append(try stanza(for: recipient)) }
    return header(stanzas)
  }

  /// The header that wraps this key with a password, and with nothing else; slow.
  ///
  /// - Parameters:
  ///   - password: The password, not empty.
  ///   - workFactor: The logarithm of scrypt's N, 1 to 22.
  /// - Returns: The header with its MAC.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)`, `CryptoError.outOfMemory`.
  func header(
    for password: Password,
    workFactor: Int = ScryptStanza.standardWorkFactor
  ) throws(CryptoError) -> AgeHeader {
    header([try ScryptStanza.wrap(self, with: password, workFactor: workFactor)])
  }

  private func stanza(for recipient: Recipient) throws(CryptoError) -> AgeStanza {
    switch recipient.kind {
    case .x25519: return try X25519Stanza.wrap(self, for: recipient.rawRepresentation)
    case .mlkem768x25519:
      guard #available(iOS 26, macOS 26, visionOS 26, *) else { throw .unsupported(.recipient) }
      return try HybridStanza.wrap(self, for: recipient.rawRepresentation)
    }
  }
}

extension AgeHeader {
  /// The key of the file, by the first identity or password that opens it; the MAC of the header is right then.
  ///
  /// - Parameters:
  ///   - identities: The identities to try.
  ///   - passwords: The passwords to try; each is slow.
  ///   - limits: What a password may cost; `nil` for the greatest work factor of age.
  /// - Returns: The key of the file.
  /// - Throws: `CryptoError.noMatchingKey` when none of them opens it, `CryptoError.malformed(_:offset:)` for a
  ///   stanza that is not right, `CryptoError.authenticationFailed` when the MAC is not,
  ///   `CryptoError.costLimitExceeded`.
  func fileKey(
    for identities: [Identity],
    passwords: [Password] = [],
    limits: PasswordCostLimits? = nil
  ) throws(CryptoError) -> AgeFileKey {
    let key: AgeFileKey?
    if stanzas.contains(where: { $0.type == ScryptStanza.type }) {
      // With another way in, whoever knows that one could have made the file and passed it off as made with the password.
      guard stanzas.count == 1 else { throw .malformed(.ageFile, offset: nil) }
      key = try unwrapped(by: passwords, limits)
    } else {
      key = try unwrapped(by: identities)
    }
    guard let key else { throw .noMatchingKey }
    try key.check(self)
    return key
  }

  private func unwrapped(by identities: [Identity]) throws(CryptoError) -> AgeFileKey? {
    for identity in identities {
      let stanzas = stanzas.filter { $0.type == identity.kind.rawValue }
      if !stanzas.isEmpty, let key = try identity.fileKey(in: stanzas) { return key }
    }
    return nil
  }

  private func unwrapped(
    by passwords: [Password],
    _ limits: PasswordCostLimits?
  ) throws(CryptoError) -> AgeFileKey? {
    guard !passwords.isEmpty else { return nil }
    let stanza = try ScryptStanza.parse(stanzas[0], limits: limits)
    for password in passwords {
      if let key = try stanza.unwrap(with: password) { return key }
    }
    return nil
  }
}

extension Identity {
  /// The file key in the first of the stanzas of the identity's kind that is for it; `nil` when none is.
  ///
  /// The private key is made ready once for all of them, since a header may have a thousand.
  fileprivate func fileKey(in stanzas: [AgeStanza]) throws(CryptoError) -> AgeFileKey? {
    switch kind {
    case .x25519:
      let (key, recipient) = (try agreementKey(), recipient.rawRepresentation)
      for stanza in stanzas {
        if let key = try X25519Stanza.unwrap(stanza, with: key, recipient: recipient) { return key }
      }
    case .mlkem768x25519:
      guard #available(iOS 26, macOS 26, visionOS 26, *) else { throw .unsupported(.identity) }
      let key = try hybridKey()
      for stanza in stanzas {
        if let key = try HybridStanza.unwrap(stanza, with: key) { return key }
      }
    }
    return nil
  }
}

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
  /// - Throws: `CryptoError.malformed(_:offset:)`, or `CryptoError.unsupported(_:)` for another version of age.
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
  /// - Throws: `CryptoError.truncated(_:)` when it has not ended.
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
