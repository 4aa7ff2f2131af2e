import OmamoriCore

/// Reads the CSV export of KeePassXC (`keepassxc-cli export -f csv`).
///
/// The first line names the columns; `Title`, `Username`, `Password`, `URL`, `Notes`, `TOTP` and `Group` are used in any
/// order, icons and dates are settings and left aside. Safe to use from any thread.
public enum KeePassCSVImporter {
  private static let columns = ["Group", "Title", "Username", "Password", "URL", "Notes", "TOTP"]

  /// Reads an export.
  ///
  /// - Parameters:
  ///   - bytes: The file; the caller's copy is neither locked nor wiped.
  ///   - limits: The bounds to keep.
  /// - Returns: The items and what was left out or changed.
  /// - Throws: ``KeychainError/malformedImport(line:)``, ``KeychainError/tooLarge(limit:)``,
  ///   ``KeychainError/tooMany(limit:)``.
  public static func read(
    _ bytes: [UInt8],
    limits: ImportLimits = .standard
  ) throws(KeychainError) -> ImportResult {
    guard bytes.count <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
    var reader = CSVReader(bytes)
    guard let header = try reader.next() else { throw .malformedImport(line: 1) }
    var places: [String: Int] = [:]
    for (place, name) in header.enumerated() {
      guard let name = String(validating: name, as: UTF8.self), places.updateValue(place, forKey: name) == nil
      else { throw .malformedImport(line: reader.line) }
    }
    guard places["Title"] != nil, places["Password"] != nil else { throw .malformedImport(line: reader.line) }
    var builder = ImportBuilder(limits: limits)
    while var record = try reader.next() {
      guard record.count == header.count else { throw .malformedImport(line: reader.line) }
      try entry(&record, places, line: reader.line).add(to: &builder)
    }
    return builder.result
  }

  private static func entry(
    _ record: inout [[UInt8]],
    _ places: [String: Int],
    line: Int
  ) throws(KeychainError) -> PasswordEntry {
    var texts: [String: String] = [:]
    for name in ["Group", "Title", "Username", "URL"] {
      guard let place = places[name] else { continue }
      guard let text = String(validating: record[place], as: UTF8.self) else {
        throw .malformedImport(line: line)
      }
      texts[name] = text
    }
    // The first group is the database itself.
    let groups = (texts["Group"] ?? "").split(separator: "/").dropFirst().map(String.init)
    var entry = PasswordEntry(path: groups + [texts["Title"] ?? ""])
    (entry.account, entry.address, entry.line) = (texts["Username"] ?? "", texts["URL"] ?? "", line)
    if let place = places["Password"], !record[place].isEmpty {
      entry.password = PlainBytes.secret(takingOver: &record[place])
    }
    for (column, name) in [("Notes", "notes"), ("TOTP", "otp")] {
      guard let place = places[column], !record[place].isEmpty else { continue }
      entry.extras.append((name, PlainBytes.secret(takingOver: &record[place])))
    }
    return entry
  }
}
