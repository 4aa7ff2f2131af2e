import OmamoriCore

extension AgeFileKey {
  /// The header that wraps this key for recipients.
  ///
  /// - Parameter recipients: 1 to 1,024 recipients.
  /// - Returns: The header with its MAC.
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` for another number of recipients,
  ///   ``CryptoError/malformed(_:offset:)`` for one that nothing can be encrypted to.
  func header(for recipients: [Recipient]) throws(CryptoError) -> AgeHeader {
    guard (1...AgeHeaderReader.maximumStanzas).contains(recipients.count) else {
      throw .outOfRange(lower: 1, upper: AgeHeaderReader.maximumStanzas)
    }
    var stanzas: [AgeStanza] = []
    for recipient in recipients { stanzas.append(try stanza(for: recipient)) }
    return header(stanzas)
  }

  private func stanza(for recipient: Recipient) throws(CryptoError) -> AgeStanza {
    switch recipient.kind {
    case .x25519: try X25519Stanza.wrap(self, for: recipient.rawRepresentation)
    case .mlkem768x25519: throw .unsupported(.recipient)
    }
  }
}

extension AgeHeader {
  /// The key of the file, for the first identity that it was made for; the MAC of the header is right then.
  ///
  /// - Parameter identities: The identities to try.
  /// - Returns: The key of the file.
  /// - Throws: ``CryptoError/noMatchingKey`` when none of them is a recipient, ``CryptoError/malformed(_:offset:)`` for
  ///   a stanza that is not right, ``CryptoError/authenticationFailed`` when the MAC is not.
  func fileKey(for identities: [Identity]) throws(CryptoError) -> AgeFileKey {
    try checkMixture()
    for identity in identities {
      for stanza in stanzas where stanza.type == identity.kind.rawValue {
        guard let key = try identity.fileKey(in: stanza) else { continue }
        try key.check(self)
        return key
      }
    }
    throw .noMatchingKey
  }

  /// Refuses a header in which a password is not the only way in.
  private func checkMixture() throws(CryptoError) {
    guard stanzas.count == 1 || !stanzas.contains(where: { $0.type == ScryptStanza.type }) else {
      throw .malformed(.ageFile, offset: nil)
    }
  }
}

extension Identity {
  /// The file key in a stanza of the identity's kind; `nil` when the stanza is for somebody else.
  fileprivate func fileKey(in stanza: AgeStanza) throws(CryptoError) -> AgeFileKey? {
    switch kind {
    case .x25519:
      try X25519Stanza.unwrap(stanza, with: agreementKey(), recipient: recipient.rawRepresentation)
    case .mlkem768x25519: throw .unsupported(.identity)
    }
  }
}
