import OmamoriCore

/// The plaintext of an export: `OMKX`, a version, the number of items, and the items as tagged fields.
///
/// Documentation/formats/keychain-export.md has it in full. It exists in memory only.
enum ExportFormat {
  static let magic = Array("OMKX".utf8)
  static let version: UInt8 = 1
  static let headerByteCount = 9

  /// The fields of an item.
  enum Field: UInt8 {
    case itemClass = 1
    case accessibility = 2
    case accessGroup = 3
    case synchronizable = 4
    case constraints = 5
    case secret = 6
    case attribute = 7
  }
}
