import OmamoriCore

extension Recipient {
  /// Reads a file of recipients: one a line, and comments after `#`.
  ///
  /// - Parameter file: The text of the file, at most 4 MiB and 1,024 recipients.
  /// - Returns: The recipients, at least one.
  /// - Throws: ``CryptoError/malformedLine(_:line:)`` with the number of the first line that is no recipient this
  ///   version can use, ``CryptoError/outOfRange(lower:upper:)`` when the file is too large, and
  ///   ``CryptoError/malformed(_:offset:)`` when it has none.
  public static func recipients(inFile file: RawSpan) throws(CryptoError) -> [Recipient] {
    try KeyList.keys(in: file, of: .recipient) { line throws(CryptoError) in
      // because the buffer stays inside the closure
      try Recipient(text: unsafe line.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) })
    }
  }
}
