import OmamoriCore

extension EncryptedFileSummary {
  /// Reads the header of a file, and the rest only where the size cannot be told otherwise; blocks meanwhile.
  ///
  /// - Parameter place: The file; a descriptor is read from where it stands.
  /// - Throws: ``CryptoError/unknownFormat``, ``CryptoError/unsupported(_:)`` for a later version, ``CryptoError/malformed(_:offset:)``,
  ///   ``CryptoError/truncated(_:)``, ``CryptoError/file(_:code:)``.
  public init(of place: FilePlace) throws(CryptoError) {
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
