import OmamoriCore

/// The header of a format of encrypted files, as calculations on bytes without input or output.
///
/// A header is everything before the first chunk. Conforming types have no state.
protocol FileHeaderCodec: Sendable {
  /// The format that error messages name.
  static var format: CryptoFormat { get }
  /// The first bytes of every file of the format, and of no other.
  static var magic: [UInt8] { get }
  /// The most recipients of one file.
  static var greatestRecipientCount: Int { get }

  /// Begins to look for the end of a header.
  static func meter() -> any HeaderMeter

  /// Makes the header of a new file with new keys.
  ///
  /// - Parameter audience: Who can open it.
  /// - Returns: The header and the cipher of what follows it.
  /// - Throws: `CryptoError`.
  static func make(for audience: FileAudience) throws(CryptoError) -> (header: [UInt8], cipher: ChunkCipher)

  /// Opens a header with the first key that fits, and verifies all of it.
  ///
  /// - Parameters:
  ///   - header: All of its bytes and no others.
  ///   - keys: What is tried.
  /// - Returns: The cipher of what follows it.
  /// - Throws: `CryptoError.noMatchingKey`, `CryptoError.authenticationFailed` and what the bytes deserve.
  static func open(_ header: [UInt8], with keys: FileKeys) throws(CryptoError) -> ChunkCipher
}
