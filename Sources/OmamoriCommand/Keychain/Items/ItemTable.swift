#if !canImport(Darwin)
import OmamoriCore
import OmamoriKeychain

/// Items as lines with columns: class, service or server, name, label, and the day of the last change.
enum ItemTable {
  /// What items are sorted by.
  static func names(_ item: Item) -> String { place(item) + "\u{0}" + name(item) }

  /// One line an item.
  static func text(_ items: [Item]) -> String {
    TextColumns.text(
      items.map { item in
        let changed = item.attributes.date(.modificationDate)?.formatted(.iso8601).prefix(10)
        return [
          ItemClassWord(item.itemClass).rawValue, place(item), name(item), changed.map(String.init) ?? "",
          item.attributes.text(.label) ?? "",
        ]
      })
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
}
#endif
