import OmamoriCore

/// What an item was before a migration changed it, or that it was not there.
struct MigrationEntry: Sendable {
  /// The item's persistent reference.
  let reference: PersistentReference
  /// The item with its secret; `nil` when the migration added it.
  let item: NewItem?
  /// The state of the item after the step, so that a later change can be seen.
  var written = Written.unknown

  /// What an item was right after a step.
  enum Written: Sendable, Equatable {
    /// An older version of the toolkit did not write it down.
    case unknown
    /// It was not there any more.
    case gone
    /// It was in this state.
    case version(ItemVersion)
  }

  /// Finds whatever has the names now that the item had before; `nil` when the step added it.
  var namesake: ItemQuery? { item.map { ItemQuery(namesakesOf: $0) } }

  /// Brings the item back.
  ///
  /// - Parameters:
  ///   - transaction: The step of the store.
  ///   - moved: The new references of items that were brought back before after they had been removed.
  /// - Throws: ``KeychainError``.
  func restore(
    _ transaction: any KeychainTransaction, _ moved: inout [PersistentReference: PersistentReference]
  ) throws(KeychainError) {
    let query = ItemQuery(moved[reference] ?? reference)
    guard let item else {
      _ = try transaction.remove(query)
      return
    }
    let current = try transaction.find(query, withSecrets: false).first
    if let current, item.isSynchronizable, current.accessControl != nil {
      // It could not be synchronizable as it is, and nobody can be asked to take the access control away.
      _ = try transaction.remove(query)
    } else if current != nil {
      // Its names first, so that what follows replaces it and it keeps its reference; then all the rest.
      var names = ItemChanges(accessGroup: item.accessGroup, isSynchronizable: item.isSynchronizable)
      for attribute in item.itemClass.primaryKey {
        names.attributes[attribute] = item.attributes[attribute] ?? attribute.emptyValue
      }
      if item.isSynchronizable { names.accessibility = item.accessibility }
      _ = try transaction.update(query, names)
    }
    guard let restored = try transaction.put(item, if: .always) else { throw .contended }
    moved[reference] = restored.reference
  }
}

extension ItemQuery {
  /// Finds the items with the primary key of another one.
  package init(namesakesOf item: NewItem) {
    self.init(
      item.itemClass, accessGroup: item.accessGroup, synchronizable: item.isSynchronizable ? .yes : .no,
      limit: .all)
    for attribute in item.itemClass.primaryKey {
      attributes[attribute] = item.attributes[attribute] ?? attribute.emptyValue
    }
  }
}

extension ItemAttribute {
  /// What a missing attribute of a primary key counts as.
  var emptyValue: AttributeValue {
    switch kind {
    case .text: .text("")
    case .data: .data(Data())
    case .number: .number(0)
    case .flag: .flag(false)
    case .date: .date(Date(timeIntervalSinceReferenceDate: 0))
    }
  }
}

extension MigrationEntry {
  /// All of an item but its secret, as it is kept.
  private struct Form: Codable {
    var reference: Data
    var itemClass: String?
    var attributes: [Attribute] = []
    var accessGroup: String?
    var isSynchronizable: Bool?
    var accessibility: String?
    /// The state after the step, empty for none; not there in entries of older versions.
    var written: Data?
  }

  /// An attribute with the one value that it has.
  private struct Attribute: Codable {
    var name: String
    var text: String?
    var data: Data?
    var number: Int64?
    var flag: Bool?
    var date: Date?

    init(_ name: ItemAttribute, _ value: AttributeValue) {
      self.name = name.rawValue
      switch value {
      case .text(let text): self.text = text
      case .data(let data): self.data = data
      case .number(let number): self.number = number
      case .flag(let flag): self.flag = flag
      case .date(let date): self.date = date
      }
    }

    var value: AttributeValue? {
      let values: [AttributeValue?] = [
        text.map { .text($0) }, data.map { .data($0) }, number.map { .number($0) }, flag.map { .flag($0) },
        date.map { .date($0) },
      ]
      let present = values.compactMap { $0 }
      return present.count == 1 ? present.first : nil
    }
  }

  /// The entry without the item's secret.
  func encoded() throws(KeychainError) -> SharedSecretBytes {
    var form = Form(reference: reference.data)
    switch written {
    case .unknown: break
    case .gone: form.written = Data()
    case .version(let version): form.written = version.data
    }
    if let item {
      form.itemClass = item.itemClass.rawValue
      form.attributes = item.attributes.values.map { Attribute($0, $1) }.sorted { $0.name < $1.name }
      form.accessGroup = item.accessGroup
      form.isSynchronizable = item.isSynchronizable
      form.accessibility = item.accessibility.rawValue
    }
    guard let data = try? JSONEncoder().encode(form) else { throw .invalidRequest(.valueKind) }
    return SharedSecretBytes(SecretBytes(wiping: data))
  }

  /// Reads an entry.
  ///
  /// - Parameters:
  ///   - encoded: The entry without the item's secret.
  ///   - secret: The item's secret, where it has one.
  /// - Throws: ``KeychainError/corrupt(_:)``.
  init(_ encoded: SharedSecretBytes, secret: SharedSecretBytes?) throws(KeychainError) {
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(copying: encoded)),
      let reference = PersistentReference(data: form.reference)
    else { throw .corrupt(.item) }
    self.reference = reference
    written =
      switch form.written {
      case nil: .unknown
      case let data? where data.isEmpty: .gone
      case let data?: .version(ItemVersion(data: data))
      }
    guard let className = form.itemClass else {
      item = nil
      return
    }
    guard let itemClass = ItemClass(rawValue: className),
      let accessibility = form.accessibility.flatMap({ ItemAccessibility(rawValue: $0) })
    else { throw .corrupt(.item) }
    var attributes = ItemAttributes()
    for attribute in form.attributes {
      guard let name = ItemAttribute(rawValue: attribute.name), let value = attribute.value else {
        throw .corrupt(.item)
      }
      attributes[name] = value
    }
    item = NewItem(
      itemClass, attributes, secret: secret, accessGroup: form.accessGroup,
      isSynchronizable: form.isSynchronizable ?? false, accessibility: accessibility)
  }
}
