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
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` for another number of recipients,
  ///   ``CryptoError/malformed(_:offset:)`` for one that nothing can be encrypted to,
  ///   ``CryptoError/mixedRecipients`` when only some of them hold against quantum computers.
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
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)``, ``CryptoError/outOfMemory``.
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
  /// - Throws: ``CryptoError/noMatchingKey`` when none of them opens it, ``CryptoError/malformed(_:offset:)`` for a
  ///   stanza that is not right, ``CryptoError/authenticationFailed`` when the MAC is not,
  ///   ``CryptoError/costLimitExceeded``.
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
