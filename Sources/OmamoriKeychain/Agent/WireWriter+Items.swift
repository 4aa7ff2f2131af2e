#if !canImport(Darwin)
import OmamoriCore

// Items and queries as the agent's protocol writes them; WireReader+Items.swift reads them.
extension WireWriter {
  mutating func attributes(_ attributes: ItemAttributes) {
    let sorted = attributes.values.sorted { $0.key.rawValue < $1.key.rawValue }
    number(UInt32(clamping: sorted.count))
    for (attribute, value) in sorted {
      text(attribute.rawValue)
      number(value.kind.rawValue)
      switch value {
      case .text(let value): text(value)
      case .data(let value): data(value)
      case .number(let value): number(UInt64(bitPattern: value))
      case .flag(let value): flag(value)
      case .date(let value): number(value.timeIntervalSinceReferenceDate.bitPattern)
      }
    }
  }

  mutating func accessControl(_ control: AccessControl?) {
    optional(control) { writer, control in
      writer.text(control.accessibility.rawValue)
      writer.number(control.constraints.rawValue)
    }
  }

  mutating func newItem(_ item: NewItem) {
    text(item.itemClass.rawValue)
    attributes(item.attributes)
    secret(item.secret)
    optional(item.accessGroup) { $0.text($1) }
    flag(item.isSynchronizable)
    text(item.accessibility.rawValue)
    accessControl(item.accessControl)
  }

  mutating func item(_ item: Item) {
    newItem(
      NewItem(
        item.itemClass, item.attributes, secret: item.secret, accessGroup: item.accessGroup,
        isSynchronizable: item.synchronization.isRequested, accessibility: item.accessibility,
        accessControl: item.accessControl))
    name(item.synchronization)
    name(item.protection)
    data(item.reference.data)
    data(item.version.data)
  }

  mutating func query(_ query: ItemQuery) {
    optional(query.itemClass) { $0.text($1.rawValue) }
    attributes(query.attributes)
    optional(query.accessGroup) { $0.text($1) }
    name(query.synchronizable)
    optional(query.reference) { $0.data($1.data) }
    switch query.limit {
    case .one: number(UInt8(1))
    case .all: number(UInt8(2))
    case .count(let count):
      number(UInt8(3))
      number(UInt64(bitPattern: Int64(count)))
    }
  }

  mutating func changes(_ changes: ItemChanges) {
    attributes(changes.attributes)
    secret(changes.secret)
    optional(changes.accessGroup) { $0.text($1) }
    optional(changes.isSynchronizable) { $0.flag($1) }
    optional(changes.accessibility) { $0.text($1.rawValue) }
    accessControl(changes.accessControl)
  }

  mutating func condition(_ condition: PutCondition) {
    switch condition {
    case .always: number(UInt8(1))
    case .absent: number(UInt8(2))
    case .version(let version):
      number(UInt8(3))
      data(version.data)
    }
  }

  /// What a caller brings along; whoever asks the person stays on the caller's side.
  mutating func access(_ access: ItemAccess) {
    optional(access.authenticator) { $0.name($1.kind) }
    localizedText(access.reason)
    secret(access.passphrase)
    secret(access.applicationPassword)
    flag(access.isForKeyUse)
  }

  mutating func localizedText(_ text: LocalizedText) {
    self.text(text.english)
    self.text(text.japanese)
  }

  /// A case of an enumeration, by its name.
  mutating func name<Value: CaseIterable>(_ value: Value) { text("\(value)") }
}
#endif
