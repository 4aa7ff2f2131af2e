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

/// Reads comma-separated values (RFC 4180) record by record, strictly and within bounds.
///
/// A quotation mark may stand only around a whole field, doubled inside; lines end with LF or CR LF.
struct CSVReader {
  /// The most fields of a record.
  static let greatestWidth = 64

  private let bytes: [UInt8]
  private var at = 0
  /// The line of the record that was read last, counted from 1.
  private(set) var line = 0
  private var nextLine = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // Some programs begin the file with a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  /// The next record that is not an empty line, or `nil` at the end.
  ///
  /// - Throws: ``KeychainError/malformedImport(line:)``.
  mutating func next() throws(KeychainError) -> [[UInt8]]? {
    while at < bytes.count {
      line = nextLine
      var record: [[UInt8]] = []
      repeat {
        guard record.count < Self.greatestWidth else { throw .malformedImport(line: line) }
        record.append(try field())
      } while consume(UInt8(ascii: ","))
      try endLine()
      if record.count > 1 || !record[0].isEmpty { return record }
    }
    return nil
  }

  private mutating func field() throws(KeychainError) -> [UInt8] {
    guard consume(UInt8(ascii: "\"")) else { return try plainField() }
    // Room for all at once, so that growing leaves no copies behind.
    var field: [UInt8] = []
    field.reserveCapacity(quotedCount())
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == UInt8(ascii: "\"") {
        guard consume(UInt8(ascii: "\"")) else { return field }
      } else if byte == UInt8(ascii: "\n") {
        nextLine += 1
      }
      field.append(byte)
    }
    PlainBytes.wipe(&field)
    throw .malformedImport(line: line)
  }

  /// The number of bytes up to the quotation mark that ends the field.
  private func quotedCount() -> Int {
    var end = at
    while end < bytes.count {
      if bytes[end] == UInt8(ascii: "\"") {
        guard end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "\"") else { break }
        end += 1
      }
      end += 1
    }
    return end - at
  }

  private mutating func plainField() throws(KeychainError) -> [UInt8] {
    let start = at
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return Array(bytes[start..<at])
      case UInt8(ascii: "\""): throw .malformedImport(line: line)
      default: at += 1
      }
    }
    return Array(bytes[start...])
  }

  private mutating func endLine() throws(KeychainError) {
    guard at < bytes.count else { return }
    _ = consume(UInt8(ascii: "\r"))
    guard consume(UInt8(ascii: "\n")) else { throw .malformedImport(line: line) }
    nextLine += 1
  }

  private mutating func consume(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }
}
