#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore
import OmamoriKeychain

/// Items as lines with columns: class, service or server, name, label, and the day of the last change.
enum ItemTable {
  /// What items are sorted by.
  static func names(_ item: Item) -> String { place(item) + "\u{0}" + name(item) }

  /// One line an item.
  static func text(_ items: [Item], _ terminal: Terminal) -> String {
    let rows = items.map { item in
      let changed = item.attributes.date(.modificationDate)?.formatted(.iso8601).prefix(10)
      return [
        ItemClassWord(item.itemClass).rawValue, plain(place(item)), plain(name(item)),
        changed.map(String.init) ?? "",
        plain(item.attributes.text(.label) ?? ""),
      ]
    }
    let widths = (0..<5).map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, text) in row.enumerated() where widths[column] > 0 {
        line += text + String(repeating: " ", count: widths[column] - DisplayWidth.of(text) + 2)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private static func place(_ item: Item) -> String {
    let attributes = item.attributes
    switch item.itemClass {
    case .genericPassword: return attributes.text(.service) ?? ""
    case .internetPassword:
      let port = attributes.number(.port).map { $0 == 0 ? "" : ":\($0)" } ?? ""
      return (attributes.text(.server) ?? "") + port + (attributes.text(.path) ?? "")
    case .certificate, .key, .identity: return item.accessGroup
    }
  }

  private static func name(_ item: Item) -> String {
    if let account = item.attributes.text(.account) { return account }
    let tag = item.attributes.data(.applicationTag).flatMap { String(validating: $0, as: UTF8.self) }
    return tag ?? item.attributes.text(.label) ?? ""
  }

  /// A name without anything that could move the cursor.
  private static func plain(_ text: String) -> String { String(Printable.quote(text).dropFirst().dropLast()) }
}
#endif
