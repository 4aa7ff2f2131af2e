import OmamoriReport

/// The names that Objective-C and C files of the app mention: frameworks they import, classes and functions they use.
package struct ObjectiveCNames {
  /// The names, or `nil` when there is too much to read.
  private let names: Set<String>?

  /// No more bytes are read.
  static let maximumBytes = 32 << 20

  /// Reads the files of the app; comments and texts count too, so that nothing is missed.
  package init(_ inventory: Inventory) {
    let files = inventory.files(.objectiveC, .cPlusPlus, .c, .header).filter { $0.context == .app }
    guard files.reduce(0, { $0 + $1.size }) <= Self.maximumBytes else {
      names = nil
      return
    }
    var names: Set<String> = []
    for file in files {
      guard let bytes = try? file.bytes() else { continue }
      for word in bytes.split(whereSeparator: { !Self.isName($0) }) where word.count < 80 {
        names.insert(String(decoding: word, as: UTF8.self))
      }
    }
    self.names = names
  }

  /// Whether one of `wanted` may be mentioned.
  package func mayMention(_ wanted: Set<String>) -> Bool {
    names.map { !$0.isDisjoint(with: wanted) } ?? true
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
    default: false
    }
  }
}
