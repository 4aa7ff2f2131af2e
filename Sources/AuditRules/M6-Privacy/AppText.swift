import AuditEngine
import OmamoriReport

/// Looks for words in the sources, texts and screens of an app, where a rule has to know that something is absent.
enum AppText {
  /// Whether a file of the app contains one of `phrases`, which are lower-case letters and slashes.
  ///
  /// Other characters between letters and the case do not count: `deleteaccount` finds `deleteAccount`, `Delete account`
  /// and `delete_account`. When there is too much to read, it may be mentioned.
  static func mentions(_ phrases: [String], in inventory: Inventory) -> Bool {
    let files = (inventory.files + inventory.others).filter { file in
      kinds.contains(file.kind) && (file.context == .app || file.context == .generated)
    }
    guard files.reduce(0, { $0 + $1.size }) <= maximumBytes else { return true }
    let index = Dictionary(grouping: phrases.map { Array($0.utf8) }.filter { $0.count > 1 }) {
      Int($0[0]) << 8 | Int($0[1])
    }
    var starts = [Bool](repeating: false, count: 1 << 16)
    for start in index.keys { starts[start] = true }
    return files.contains { file in
      guard let bytes = try? file.bytes() else { return false }
      return mentions(index, starts, in: bytes)
    }
  }

  private static func mentions(_ index: [Int: [[UInt8]]], _ starts: [Bool], in bytes: [UInt8]) -> Bool {
    var letters: [UInt8] = []
    letters.reserveCapacity(bytes.count)
    for byte in bytes {
      switch byte {
      case 0x41...0x5A: letters.append(byte | 0x20)
      case 0x61...0x7A, 0x2F, 0x80...: letters.append(byte)
      default: break
      }
    }
    guard letters.count > 1 else { return false }
    for place in 0..<(letters.count - 1) {
      let start = Int(letters[place]) << 8 | Int(letters[place + 1])
      guard starts[start], let phrases = index[start] else { continue }
      if phrases.contains(where: { letters[place...].starts(with: $0) }) { return true }
    }
    return false
  }

  private static let kinds: Set<FileKind> = [
    .swift, .objectiveC, .cPlusPlus, .header, .strings, .interfaceBuilder, .json, .propertyList, .infoPlist,
    .html,
  ]
  private static let maximumBytes = 48 << 20
}
