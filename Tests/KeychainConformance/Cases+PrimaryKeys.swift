import OmamoriCore
import OmamoriKeychain

extension ConformanceCase {
  private static let storedClasses = ItemClass.allCases.filter { $0 != .identity }

  private static func capabilities(of itemClass: ItemClass) -> KeychainCapabilities {
    itemClass == .key || itemClass == .certificate ? .certificatesAndKeys : []
  }

  /// Attributes by a stable order.
  private static func settable(_ itemClass: ItemClass) -> [ItemAttribute] {
    itemClass.attributes.filter { !$0.isSetByStore }.sorted { $0.rawValue < $1.rawValue }
  }

  /// Which attributes tell items apart.
  static let primaryKeys: [ConformanceCase] = storedClasses.flatMap { itemClass in
    settable(itemClass).map { attribute in
      let isKey = itemClass.primaryKey.contains(attribute)
      let name = "primary key of \(itemClass.rawValue): \(attribute.rawValue)"
      let rule = isKey ? " tells items apart" : " does not tell items apart"
      return ConformanceCase(name + rule, requires: capabilities(of: itemClass)) { test in
        var (first, second) = (test.sample(itemClass, "first"), test.sample(itemClass, "second"))
        first.attributes[attribute] = attribute.sample
        second.attributes[attribute] = attribute.otherSample
        let added = second
        try await test.add(first)
        if isKey {
          try await test.add(added)
          for item in [first, second] {
            try test.expect(try await test.count(ItemQuery(itemClass, item.attributes)), is: 1)
          }
        } else {
          try await test.expect(.duplicate) { try await test.add(added) }
        }
        let all = ItemQuery(itemClass, limit: .all)
        try test.expect(try await test.count(all), is: isKey ? 2 : 1)
      }
    }
  }

  /// Every attribute of every class can be stored, found by and changed.
  static let attributes: [ConformanceCase] = storedClasses.flatMap { itemClass in
    settable(itemClass).map { attribute in
      let name = "attribute of \(itemClass.rawValue): \(attribute.rawValue) is found by and changed"
      return ConformanceCase(name, requires: capabilities(of: itemClass)) { test in
        var item = test.sample(itemClass)
        item.attributes[attribute] = attribute.sample
        try await test.add(item)
        let byOld = ItemQuery(itemClass, [attribute: attribute.sample])
        let byNew = ItemQuery(itemClass, [attribute: attribute.otherSample])
        try test.expect((try await test.one(byOld)).attributes[attribute], is: attribute.sample)
        try test.expect(try await test.count(byNew), is: 0)
        let changes = ItemChanges(attributes: [attribute: attribute.otherSample])
        try test.expect(try await test.update(byOld, changes), is: 1)
        try test.expect(try await test.count(byOld), is: 0)
        try test.expect(try await test.one(byNew), holds: "secret")
      }
    }
  }
}
