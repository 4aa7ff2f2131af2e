import OmamoriCore

/// Reads what Apple's `security dump-keychain -d` prints.
///
/// Passwords become items with their attributes; certificates and keys are noted, since the text does not hold them in a
/// form that can be used. An item without data, because the person refused it or `-d` was missing, is noted too. Safe to
/// use from any thread.
public enum SecurityDumpImporter {
  /// Reads the text.
  ///
  /// - Parameters:
  ///   - bytes: The text; the caller's copy is neither locked nor wiped.
  ///   - limits: The bounds to keep.
  /// - Returns: The items and what was left out or changed.
  /// - Throws: ``KeychainError/malformedImport(line:)``, ``KeychainError/tooLarge(limit:)``,
  ///   ``KeychainError/tooMany(limit:)``.
  public static func read(
    _ bytes: [UInt8],
    limits: ImportLimits = .standard
  ) throws(KeychainError) -> ImportResult {
    guard bytes.count <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
    var builder = ImportBuilder(limits: limits)
    var record: SecurityDumpRecord?
    var isData = false
    var number = 0
    var rest = bytes[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest[line.endIndex...].dropFirst()
      number += 1
      if line.starts(with: "keychain: ".utf8) {
        try record?.add(to: &builder)
        (record, isData) = (SecurityDumpRecord(line: number), false)
      } else if isData {
        isData = false
        record?.hasData = true
        if !line.isEmpty { record?.secret = try secret(line, at: number) }
      } else if line.isEmpty || line.starts(with: "version: ".utf8) || line == ArraySlice("attributes:".utf8)
      {
        continue
      } else if line.starts(with: "class: ".utf8), record != nil {
        record?.itemClass = try itemClass(line.dropFirst(7), at: number)
      } else if line == ArraySlice("data:".utf8), record != nil {
        isData = true
      } else if line.starts(with: "    ".utf8), record != nil {
        try record?.read(line.dropFirst(4), at: number)
      } else {
        throw .malformedImport(line: number)
      }
    }
    try record?.add(to: &builder)
    return builder.result
  }

  private static func secret(_ line: ArraySlice<UInt8>, at number: Int) throws(KeychainError)
    -> SharedSecretBytes?
  {
    guard var bytes = try SecurityDumpValue.bytes(line, at: number) else { return nil }
    return PlainBytes.secret(takingOver: &bytes)
  }

  private static func itemClass(_ text: ArraySlice<UInt8>, at number: Int) throws(KeychainError) -> ItemClass?
  {
    // Certificates and keys have numbers for classes.
    if text.starts(with: "0x".utf8) { return nil }
    guard let bytes = try SecurityDumpValue.bytes(text, at: number) else {
      throw .malformedImport(line: number)
    }
    return String(validating: bytes, as: UTF8.self).flatMap(ItemClass.init(rawValue:))
  }
}
