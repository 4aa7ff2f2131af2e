import OmamoriCore

extension Identity {
  /// Reads a file of identities as `omamori keygen` and `age-keygen` write it: one a line, and comments after `#`.
  ///
  /// - Parameter file: The text of the file, at most 4 MiB and 1,024 identities; the caller wipes it.
  /// - Returns: The identities, at least one.
  /// - Throws: ``CryptoError/malformedLine(_:line:)`` with the number of the first line that is no identity this
  ///   version can use, ``CryptoError/outOfRange(lower:upper:)`` when the file is too large, and
  ///   ``CryptoError/malformed(_:offset:)`` when it has none.
  public static func identities(inFile file: RawSpan) throws(CryptoError) -> [Identity] {
    try KeyList.keys(in: file, of: .identity) { line throws(CryptoError) in try Identity(text: line) }
  }
}
