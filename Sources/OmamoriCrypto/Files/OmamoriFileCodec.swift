import OmamoriCore

/// The header of Omamori files: which keys it takes and what it proves; see Documentation/formats/omamori-file.md.
enum OmamoriFileCodec: FileHeaderCodec {
  static let format = CryptoFormat.omamoriFile
  static let magic = OmamoriHeader.magic
  static let greatestRecipientCount = OmamoriHeader.greatestRecipientCount

  static func meter() -> any HeaderMeter { OmamoriHeaderMeter() }

  /// The size of the header, the salt and commitment of the body included; `nil` when more bytes are needed.
  static func headerSize(in bytes: [UInt8]) throws(CryptoError) -> Int? {
    guard let size = try OmamoriHeader.size(in: bytes) else { return nil }
    let whole = size + Cobblestone.headerSize
    return bytes.count >= whole ? whole : nil
  }

  static func make(for audience: FileAudience) throws(CryptoError) -> (header: [UInt8], cipher: ChunkCipher) {
    let fileKey = try OmamoriFileKey()
    let protection: OmamoriHeader.Protection
    switch audience {
    case .recipients(let recipients):
      guard (1...OmamoriHeader.greatestRecipientCount).contains(recipients.count) else {
        throw .outOfRange(lower: 1, upper: OmamoriHeader.greatestRecipientCount)
      }
      var stanzas: [OmamoriHeader.RecipientStanza] = []
      for recipient in recipients { stanzas.append(try fileKey.sealed(to: recipient)) }
      protection = .recipients(stanzas)
    case .password(let password, let cost):
      protection = .password(try fileKey.sealed(with: password, cost ?? .standard))
    }
    let covered = OmamoriHeader(protection).authenticatedBytes
    let context = covered + fileKey.mac(of: covered)
    let body = try Cobblestone.aes256GCM.begin(key: fileKey.bodyKey, context: context)
    return (context + body.header, body.cipher)
  }

  static func open(_ header: [UInt8], with keys: FileKeys) throws(CryptoError) -> ChunkCipher {
    guard let size = try headerSize(in: header) else { throw .truncated(format) }
    guard header.count == size else { throw .malformed(format, offset: size) }
    let context = Array(header.dropLast(Cobblestone.headerSize))
    let parsed = try OmamoriHeader(context)
    guard let fileKey = try fileKey(of: parsed, keys) else { throw .noMatchingKey }
    let mac = fileKey.mac(of: Array(context.dropLast(OmamoriHeader.macSize)))
    guard ConstantTime.equal(mac, Array(context.suffix(OmamoriHeader.macSize))) else {
      throw .authenticationFailed
    }
    return try Cobblestone.aes256GCM.open(
      header: header.suffix(Cobblestone.headerSize), key: fileKey.bodyKey, context: context)
  }

  /// The file key, by the first identity or password that fits.
  private static func fileKey(
    of header: OmamoriHeader,
    _ keys: FileKeys
  ) throws(CryptoError) -> OmamoriFileKey? {
    switch header.protection {
    case .recipients(let stanzas):
      for identity in keys.identities {
        if let fileKey = try OmamoriFileKey.open(stanzas, with: identity) { return fileKey }
      }
    case .password(let stanza):
      guard !keys.passwords.isEmpty else { return nil }
      try (keys.limits ?? .standard).check(
        .argon2id(memory: stanza.cost.memory, passes: stanza.cost.passes, lanes: stanza.cost.lanes))
      for password in keys.passwords {
        if let fileKey = try OmamoriFileKey.open(stanza, with: password) { return fileKey }
      }
    }
    return nil
  }
}

/// Finds the end of the header of an Omamori file, which its first bytes tell.
struct OmamoriHeaderMeter: HeaderMeter {
  func size(in bytes: [UInt8]) throws(CryptoError) -> Int? { try OmamoriFileCodec.headerSize(in: bytes) }
}
