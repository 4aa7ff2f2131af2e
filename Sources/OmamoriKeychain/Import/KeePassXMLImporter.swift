import OmamoriCore

/// Reads the XML export of KeePassXC (`keepassxc-cli export -f xml`) and KeePass 2.
///
/// Fields of the person's own, notes and one-time passwords become items beside the password. Attachments, earlier
/// states and entries in the bin are noted; icons, colours, times and auto-type are settings and left aside. Safe to use
/// from any thread.
public enum KeePassXMLImporter {
  /// Reads an export.
  ///
  /// - Parameters:
  ///   - bytes: The file in UTF-8; the caller's copy is neither locked nor wiped.
  ///   - limits: The bounds to keep.
  /// - Returns: The items and what was left out or changed.
  /// - Throws: ``KeychainError/malformedImport(line:)``, ``KeychainError/tooLarge(limit:)``,
  ///   ``KeychainError/tooMany(limit:)``.
  public static func read(
    _ bytes: [UInt8],
    limits: ImportLimits = .standard
  ) throws(KeychainError) -> ImportResult {
    guard bytes.count <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
    var reader = KeePassXMLReader(bytes, limits: limits)
    try reader.file()
    return reader.builder.result
  }
}
