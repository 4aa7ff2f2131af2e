/// Finds the end of the header of a file that comes in pieces.
///
/// It looks at every byte once, so that a long header in small pieces costs no more than in large ones.
protocol HeaderMeter: Sendable {
  /// Finds the end of the header.
  ///
  /// - Parameter bytes: The file from its start, as far as it has been read; never less than the last time.
  /// - Returns: The size of the header, all of which is there; `nil` when more bytes are needed.
  /// - Throws: ``CryptoError`` when no more bytes would make it a header, or when it would be too long.
  mutating func size(in bytes: [UInt8]) throws(CryptoError) -> Int?
}
