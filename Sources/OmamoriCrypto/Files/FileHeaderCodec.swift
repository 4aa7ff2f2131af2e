/// The header of a format of encrypted files, as calculations on bytes without input or output.
///
/// A header is everything before the first chunk. Conforming types have no state.
protocol FileHeaderCodec: Sendable {
  /// The format that error messages name.
  static var format: CryptoFormat { get }
  /// The first bytes of every file of the format, and of no other.
  static var magic: [UInt8] { get }
  /// The most bytes that a header has; nobody reads on for the end of a longer one.
  static var maximumHeaderSize: Int { get }

  /// The most recipients of one file.
  static var greatestRecipientCount: Int { get }

  /// Finds the end of the header.
  ///
  /// - Parameter bytes: The file from its start, as far as it has been read.
  /// - Returns: The size of the header; `nil` when more bytes are needed to say it or to have all of it.
  /// - Throws: ``CryptoError`` when no more bytes would make it a header.
  static func headerSize(in bytes: [UInt8]) throws(CryptoError) -> Int?

  /// Makes the header of a new file with new keys.
  ///
  /// - Parameter audience: Who can open it.
  /// - Returns: The header and the cipher of what follows it.
  /// - Throws: ``CryptoError``.
  static func make(for audience: FileAudience) throws(CryptoError) -> (header: [UInt8], cipher: ChunkCipher)

  /// Opens a header with the first key that fits, and verifies all of it.
  ///
  /// - Parameters:
  ///   - header: All of its bytes and no others.
  ///   - keys: What is tried.
  /// - Returns: The cipher of what follows it.
  /// - Throws: ``CryptoError/noMatchingKey``, ``CryptoError/authenticationFailed`` and what the bytes deserve.
  static func open(_ header: [UInt8], with keys: FileKeys) throws(CryptoError) -> ChunkCipher
}
