import OmamoriCore

/// What an encrypted file says of itself to everybody, without any key.
///
/// Nothing of it is verified: whoever made or changed the file chose it. It tells the kinds of the recipients and their
/// number, never who they are, for the formats do not say it.
package struct EncryptedFileSummary: Sendable, Hashable {
  /// The recipients of one kind.
  package struct RecipientGroup: Sendable, Hashable {
    /// The kind as the format names it, such as `X25519`; visible ASCII characters.
    package let kind: String
    /// How many there are.
    package let count: Int
  }

  /// What opens the file.
  package enum Protection: Sendable, Hashable {
    /// An identity of one of the recipients, who are grouped by kind in the order they first appear.
    case recipients([RecipientGroup])
    /// A password, and what each guess costs.
    case password(PasswordCost)
  }

  /// The format.
  package let format: EncryptedFileFormat
  /// The version of the format.
  package let version: Int
  /// What opens the file.
  package let protection: Protection
  /// The bytes before the first chunk, out of the armor.
  package let headerSize: UInt64
  /// The bytes of all chunks, out of the armor.
  package let payloadSize: UInt64
  /// The size of the file as it stands, in its armor if it has one; `nil` for an armored pipe.
  package let fileSize: UInt64?
  /// The bytes that decryption gives, going by the sizes; `nil` when the file has been cut off.
  package let plaintextSize: UInt64?

  /// The bytes that encryption added; `nil` when the file has been cut off, and for an armored pipe.
  package var overhead: UInt64? {
    guard let fileSize, let plaintextSize, fileSize >= plaintextSize else { return nil }
    return fileSize - plaintextSize
  }
}

extension EncryptedFileSummary {
  /// Reads the header of a file, and the rest only where the size cannot be told otherwise; blocks meanwhile.
  ///
  /// - Parameter place: The file; a descriptor is read from where it stands.
  /// - Throws: `CryptoError.unknownFormat`, `CryptoError.unsupported(_:)` for a later version, `CryptoError.malformed(_:offset:)`,
  ///   `CryptoError.truncated(_:)`, `CryptoError.file(_:code:)`.
  package init(of place: FilePlace) throws(CryptoError) {
    let source = try FileSource(place)
    let bytes = try UnarmoredSource(DescriptorSource(file: source.file)) { Task.isCancelled }
    let buffer = ChunkBuffer(count: 64 << 10)
    var scan = HeaderScan(.file(FileKeys()))
    var header: [UInt8]?
    var position: UInt64 = 0
    while true {
      // A file without armor says how much follows its header.
      if let header, !bytes.isArmored, let size = source.size, size >= UInt64(header.count) {
        position = size
        break
      }
      // because the room belongs to this call
      let count = try unsafe bytes.next(into: buffer.bytes, isCancelled: { Task.isCancelled })
      guard count > 0 else { break }
      position += UInt64(count)
      if header == nil {
        // because the room holds that many bytes
        header = try scan.take(unsafe UnsafeRawBufferPointer(buffer[0..<count]).bytes)
      }
    }
    guard let header, let codec = try PayloadOpening.codec(of: header) else { throw scan.truncation }
    let payload = position - UInt64(header.count)
    let layout: ChunkLayout
    if codec == OmamoriFileCodec.self {
      (format, version, layout) = (.omamori, Int(OmamoriHeader.version), .cobblestone)
      protection = try Self.protection(omamori: header)
    } else {
      (format, version, layout) = (bytes.isArmored ? .armoredAge : .age, 1, .age)
      protection = try Self.protection(age: header)
    }
    (headerSize, payloadSize) = (UInt64(header.count), payload)
    fileSize = source.size ?? (bytes.isArmored ? nil : position)
    let contents: (chunks: UInt64, plaintext: UInt64)?
    do throws(CryptoError) {
      contents = try layout.contents(ofSealed: payload)
    } catch {
      contents = nil
    }
    plaintextSize = contents?.plaintext
  }

  private static func protection(omamori bytes: [UInt8]) throws(CryptoError) -> Protection {
    switch try OmamoriHeader(Array(bytes.dropLast(Cobblestone.headerSize))).protection {
    case .recipients(let stanzas):
      return .recipients([RecipientGroup(kind: RecipientKind.x25519.rawValue, count: stanzas.count)])
    case .password(let stanza):
      let cost = stanza.cost
      return .password(.argon2id(memory: cost.memory, passes: cost.passes, lanes: cost.lanes))
    }
  }

  private static func protection(age bytes: [UInt8]) throws(CryptoError) -> Protection {
    var reader = AgeHeaderReader()
    _ = try reader.read(bytes.byteSpan)
    let stanzas = try reader.finish().stanzas
    if let stanza = stanzas.first, stanzas.count == 1, stanza.type == ScryptStanza.type {
      return .password(ScryptStanza.cost(try ScryptStanza.workFactor(of: stanza)))
    }
    var groups: [RecipientGroup] = []
    for stanza in stanzas {
      if let index = groups.firstIndex(where: { $0.kind == stanza.type }) {
        groups[index] = RecipientGroup(kind: stanza.type, count: groups[index].count + 1)
      } else {
        groups.append(RecipientGroup(kind: stanza.type, count: 1))
      }
    }
    return .recipients(groups)
  }
}

/// The formats for recipients and passwords that files are written in; both are read without asking.
@nonexhaustive
public enum EncryptedFileFormat: String, Sendable, Hashable, CaseIterable {
  /// AES-256-GCM throughout, HPKE for recipients, Argon2id for passwords, and committing to the key; see
  /// Documentation/formats/omamori-file.md.
  case omamori
  /// age, version 1 (c2sp.org/age): ChaCha20-Poly1305, X25519 or X-Wing for recipients, scrypt for passwords; other
  /// programs read it.
  case age
  /// age in armor, as text of 64 columns.
  case armoredAge = "age-armor"

  /// The calculations on the header.
  var codec: any FileHeaderCodec.Type {
    switch self {
    case .omamori: OmamoriFileCodec.self
    case .age, .armoredAge: AgeFileCodec.self
    }
  }

  /// Whether the file is text.
  var isArmored: Bool { self == .armoredAge }
}
