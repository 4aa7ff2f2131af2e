import OmamoriCore

/// Collects items and notes within limits, and keeps primary keys apart.
struct ImportBuilder {
  private(set) var result = ImportResult()
  private let limits: ImportLimits
  private var taken: Set<PrimaryKey> = []
  private var numbers: [PrimaryKey: Int] = [:]

  init(limits: ImportLimits) { self.limits = limits }

  /// Adds an item; one whose primary key is taken gets a number behind its service.
  ///
  /// - Throws: ``KeychainError/tooMany(limit:)``, and what is wrong with an item that no store would take.
  mutating func add(_ item: NewItem, named name: String, line: Int? = nil) throws(KeychainError) {
    guard result.items.count < limits.items else { throw .tooMany(limit: limits.items) }
    do throws(KeychainError) {
      try ItemRules.check(item)
    } catch {
      guard case .tooLarge = error else { throw error }
      return note(.tooLarge, named: name, line: line)
    }
    if taken.insert(Self.key(item)).inserted {
      result.items.append(item)
    } else {
      result.items.append(renamed(item))
      note(.renamed, named: name, line: line)
    }
  }

  /// Notes that something was left out.
  mutating func note(_ reason: ImportReason, named name: String, line: Int? = nil) {
    result.counts[reason, default: 0] += 1
    guard result.notes.count < ImportResult.greatestListing else { return }
    result.notes.append(ImportNote(reason: reason, name: Redacted(name), line: line))
  }

  /// An item of the same content under a name that is free.
  private mutating func renamed(_ item: NewItem) -> NewItem {
    var copy = item
    if copy.itemClass != .genericPassword {
      // Servers cannot be renamed, so the second one becomes an item with a name.
      let label = item.attributes.text(.label) ?? item.attributes.text(.server) ?? ""
      copy.itemClass = .genericPassword
      copy.attributes = ItemAttributes(
        item.attributes.values.filter { ItemClass.genericPassword.attributes.contains($0.key) })
      copy.attributes[.service] = .text(label)
      if taken.insert(Self.key(copy)).inserted { return copy }
    }
    let base = copy.attributes.text(.service) ?? ""
    let first = Self.key(copy)
    var number = numbers[first] ?? 1
    repeat {
      number += 1
      copy.attributes[.service] = .text("\(base) (\(number))")
    } while !taken.insert(Self.key(copy)).inserted
    numbers[first] = number
    return copy
  }

  private static func key(_ item: NewItem) -> PrimaryKey {
    PrimaryKey(
      item.itemClass, item.attributes, group: item.accessGroup ?? "",
      isSynchronizable: item.isSynchronizable)
  }
}
