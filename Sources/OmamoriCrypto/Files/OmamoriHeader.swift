import OmamoriCore

/// The bytes of an Omamori file before its body, taken apart; see Documentation/formats/omamori-file.md.
///
/// Nothing in it is verified yet.
struct OmamoriHeader: Sendable, Equatable {
  /// The file key, encrypted to one recipient.
  struct RecipientStanza: Sendable, Equatable {
    /// The encapsulated key of HPKE, 32 bytes.
    var encapsulatedKey: [UInt8]
    /// The sealed file key, 48 bytes.
    var sealedKey: [UInt8]
  }

  /// The file key, encrypted with a password.
  struct PasswordStanza: Sendable, Equatable {
    /// The cost of Argon2id.
    var cost: Argon2Cost
    /// The salt of Argon2id, 16 bytes.
    var salt: [UInt8]
    /// What only the right password gives, 32 bytes.
    var commitment: [UInt8]
    /// The sealed file key, 48 bytes.
    var sealedKey: [UInt8]
  }

  /// How the file key is protected.
  enum Protection: Sendable, Equatable {
    /// For 1 to 512 recipients.
    case recipients([RecipientStanza])
    /// For one password, alone.
    case password(PasswordStanza)
  }

  /// How the file key is protected.
  var protection: Protection
}

extension OmamoriHeader {
  /// The first bytes: a byte that is no text, then "OMAMORI".
  static let magic: [UInt8] = [0x89, 0x4F, 0x4D, 0x41, 0x4D, 0x4F, 0x52, 0x49]
  /// The only version there is.
  static let version: UInt8 = 1
  /// The bytes before the stanzas: magic, version, protection, count.
  static let prefixSize = 12
  /// The bytes of the MAC after the stanzas.
  static let macSize = 32
  /// The most recipients of one file.
  static let greatestRecipientCount = 512
  /// The bytes of a recipient stanza: kind, encapsulated key, sealed key.
  static let recipientStanzaSize = 1 + 32 + 48
  /// The bytes of a password stanza: kind, memory, passes, lanes, salt, commitment, sealed key.
  static let passwordStanzaSize = passwordParametersSize + 32 + 48
  /// The bytes of a password stanza before the commitment.
  static let passwordParametersSize = 1 + 4 + 4 + 1 + 16

  /// The size of the header, MAC included, in a file that begins like this; `nil` when more bytes are needed to say it.
  ///
  /// - Throws: `CryptoError.malformed(_:offset:)`, `CryptoError.unsupported(_:)`.
  static func size(in bytes: [UInt8]) throws(CryptoError) -> Int? {
    for (offset, expected) in magic.enumerated() {
      guard offset < bytes.count else { return nil }
      guard bytes[offset] == expected else { throw .malformed(.omamoriFile, offset: offset) }
    }
    guard bytes.count >= prefixSize else { return nil }
    guard bytes[8] == version else { throw .unsupported(.omamoriFile) }
    let count = Int(bytes[10]) << 8 | Int(bytes[11])
    switch bytes[9] {
    case 1:
      guard (1...greatestRecipientCount).contains(count) else { throw .malformed(.omamoriFile, offset: 10) }
      return prefixSize + count * recipientStanzaSize + macSize
    case 2:
      guard count == 1 else { throw .malformed(.omamoriFile, offset: 10) }
      return prefixSize + passwordStanzaSize + macSize
    default: throw .unsupported(.omamoriFile)
    }
  }

  /// Takes a header apart.
  ///
  /// - Parameter bytes: The header with its MAC, of exactly the size that ``size(in:)`` says.
  /// - Throws: `CryptoError`; no costs of passwords are checked here.
  init(_ bytes: [UInt8]) throws(CryptoError) {
    guard let size = try Self.size(in: bytes), bytes.count >= size else { throw .truncated(.omamoriFile) }
    guard bytes.count == size else { throw .malformed(.omamoriFile, offset: size) }
    var reader = ByteReader(bytes.rawSpan) { _, _ in CryptoError.truncated(.omamoriFile) }
    _ = try reader.span(Self.prefixSize)
    guard bytes[9] == 1 else {
      try Self.expectKind(&reader)
      let cost = Argon2Cost(
        memory: try reader.count(in: 4), passes: try reader.count(in: 4), lanes: try reader.count(in: 1))
      protection = .password(
        PasswordStanza(
          cost: cost, salt: try reader.bytes(16), commitment: try reader.bytes(32),
          sealedKey: try reader.bytes(48)))
      return
    }
    var stanzas: [RecipientStanza] = []
    for _ in 0..<(size - Self.prefixSize - Self.macSize) / Self.recipientStanzaSize {
      try Self.expectKind(&reader)
      stanzas.append(
        RecipientStanza(encapsulatedKey: try reader.bytes(32), sealedKey: try reader.bytes(48)))
    }
    protection = .recipients(stanzas)
  }

  /// Only the first kind of stanza is defined.
  private static func expectKind(_ reader: inout ByteReader<CryptoError>) throws(CryptoError) {
    guard try reader.number(UInt8.self) == 1 else { throw .unsupported(.omamoriFile) }
  }

  /// Puts a header together.
  init(_ protection: Protection) { self.protection = protection }

  /// The bytes that the MAC covers.
  var authenticatedBytes: [UInt8] {
    var bytes = Self.magic + [Self.version]
    switch protection {
    case .recipients(let stanzas):
      bytes += [1] + Self.bigEndian(stanzas.count, 2)
      for stanza in stanzas { bytes += [1] + stanza.encapsulatedKey + stanza.sealedKey }
    case .password(let stanza):
      bytes += [2] + Self.bigEndian(1, 2) + stanza.parameters + stanza.commitment + stanza.sealedKey
    }
    return bytes
  }

  fileprivate static func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

extension OmamoriHeader.PasswordStanza {
  /// The bytes of the stanza before the commitment, which the keys are bound to.
  var parameters: [UInt8] {
    [1] + OmamoriHeader.bigEndian(cost.memory, 4) + OmamoriHeader.bigEndian(cost.passes, 4)
      + OmamoriHeader.bigEndian(cost.lanes, 1) + salt
  }
}
