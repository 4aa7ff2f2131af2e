import OmamoriCore

/// What a writer puts before the chunks, and the cipher it seals them with.
enum PayloadSealing: Sendable {
  /// A file for recipients or a password.
  case file(EncryptedFileFormat, FileAudience)
  /// Cobblestone with a key that both sides have.
  case cobblestone(Cobblestone, SymmetricKey, context: [UInt8])

  /// Begins a new payload with new keys; slow for passwords.
  ///
  /// - Returns: The header, and the cipher of the chunks after it.
  /// - Throws: `CryptoError`.
  func begin() throws(CryptoError) -> (header: [UInt8], cipher: ChunkCipher) {
    switch self {
    case .file(let format, let audience): try format.codec.make(for: audience)
    case .cobblestone(let suite, let key, let context): try suite.begin(key: key, context: context)
    }
  }

  /// Whether the result is put into age's armor.
  var isArmored: Bool {
    if case .file(let format, _) = self { format.isArmored } else { false }
  }
}

/// How a reader finds the cipher of a payload in the bytes before it.
enum PayloadOpening: Sendable {
  /// A file for recipients or a password, in any format.
  case file(FileKeys)
  /// Cobblestone with a key that both sides have.
  case cobblestone(Cobblestone, SymmetricKey, context: [UInt8])

  /// Finds the end of the header.
  ///
  /// - Parameters:
  ///   - bytes: The input from its start, as far as it has been read.
  ///   - meter: What is known from the last time; `nil` at first.
  /// - Returns: The size of the header, all of which is there; `nil` when more bytes are needed.
  /// - Throws: `CryptoError` when no more bytes would make it a header.
  func headerSize(in bytes: [UInt8], _ meter: inout (any HeaderMeter)?) throws(CryptoError) -> Int? {
    switch self {
    case .file:
      if meter == nil { meter = try Self.codec(of: bytes)?.meter() }
      return try meter?.size(in: bytes)
    case .cobblestone: return bytes.count >= Cobblestone.headerSize ? Cobblestone.headerSize : nil
    }
  }

  /// Opens a whole header; slow for passwords.
  ///
  /// - Parameter header: All of its bytes and no others.
  /// - Returns: The cipher of the chunks after it.
  /// - Throws: `CryptoError`.
  func open(_ header: [UInt8]) throws(CryptoError) -> ChunkCipher {
    switch self {
    case .file(let keys):
      guard let codec = try Self.codec(of: header) else { throw .truncated(.omamoriFile) }
      return try codec.open(header, with: keys)
    case .cobblestone(let suite, let key, let context):
      return try suite.open(header: header[...], key: key, context: context)
    }
  }

  /// Whether the input may be in age's armor.
  var allowsArmor: Bool {
    if case .file = self { true } else { false }
  }

  /// The failure for an input that ends within its header, or that has no bytes at all.
  func truncation(of bytes: [UInt8]) -> CryptoError {
    guard case .file = self else { return .truncated(.cobblestone) }
    guard !bytes.isEmpty else { return .unknownFormat }
    let codec = EncryptedFileFormat.allCases.map(\.codec).first {
      $0.magic.starts(with: bytes.prefix($0.magic.count))
    }
    return .truncated(codec?.format ?? .omamoriFile)
  }

  /// The codec of the format that begins like this; `nil` when more bytes are needed to tell.
  ///
  /// - Throws: `CryptoError.unknownFormat` when no format does.
  static func codec(of bytes: [UInt8]) throws(CryptoError) -> (any FileHeaderCodec.Type)? {
    var isPossible = false
    for codec in EncryptedFileFormat.allCases.map(\.codec) {
      let magic = codec.magic
      if bytes.starts(with: magic) { return codec }
      if bytes.count < magic.count, magic.starts(with: bytes) { isPossible = true }
    }
    guard isPossible else { throw .unknownFormat }
    return nil
  }
}
