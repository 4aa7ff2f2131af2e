public import OmamoriCore

/// The place of a value in a database: it is authenticated with the value, which therefore opens nowhere else.
///
/// Somebody who can write to the database cannot give one patient the diagnosis of another, nor move a value to a column
/// that is shown to others. Names count as the bytes of their UTF-8. A row that a database numbers itself has no
/// number before it is inserted: use an identifier that the program chooses, or update the row in the transaction that
/// inserted it.
public struct FieldContext: Sendable, Hashable {
  /// What tells a row from the others of its table; an integer and a text of the same digits are different rows.
  public enum Row: Sendable, Hashable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// A numbered row.
    case integer(Int64)
    /// A named row.
    case text(String)
    /// A row named by bytes, such as the 16 of a UUID.
    case bytes([UInt8])

    /// A numbered row.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A named row.
    public init(stringLiteral value: String) { self = .text(value) }
    /// A row named by the 16 bytes of a UUID.
    public static func uuid(_ uuid: UUID) -> Row {
      // because the array is a copy of the 16 bytes
      unsafe .bytes(withUnsafeBytes(of: uuid.uuid) { unsafe Array($0) })
    }
  }

  /// The table.
  public let table: String
  /// The column.
  public let column: String
  /// The row.
  public let row: Row

  /// Names a place.
  ///
  /// - Parameters:
  ///   - table: The table; a new name needs all values sealed again.
  ///   - column: The column; likewise.
  ///   - row: The row, which must not change either.
  public init(table: String, column: String, row: Row) {
    (self.table, self.column, self.row) = (table, column, row)
  }

  /// The place as bytes from which it can be read back in one way only: every part has its length before it.
  var encoded: [UInt8] {
    var bytes = Self.prefixed(Array(table.utf8)) + Self.prefixed(Array(column.utf8))
    switch row {
    case .integer(let number):
      let bits = UInt64(bitPattern: number)
      bytes.append(1)
      bytes += Self.prefixed((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) })
    case .text(let text):
      bytes.append(2)
      bytes += Self.prefixed(Array(text.utf8))
    case .bytes(let name):
      bytes.append(3)
      bytes += Self.prefixed(name)
    }
    return bytes
  }

  /// Bytes after their number, which takes eight.
  static func prefixed(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt64(bytes.count)
    return (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * UInt64($0))) } + bytes
  }
}
