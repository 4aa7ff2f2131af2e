import OmamoriATS

/// A value of an entitlement, in the forms that both lists of a signature can hold.
indirect enum EntitlementValue: Equatable, Sendable {
  case boolean(Bool)
  case integer(Int)
  case text(String)
  case list([EntitlementValue])
  case table([String: EntitlementValue])

  /// The same value in a property list; `nil` for what the binary form does not have.
  init?(_ list: PropertyList, depth: Int = 0) {
    guard depth < 16 else { return nil }
    if let flag = list.boolean {
      self = .boolean(flag)
    } else if let number = list.integer {
      self = .integer(number)
    } else if let text = list.string {
      self = .text(text)
    } else if let elements = list.array {
      let values = elements.compactMap { EntitlementValue($0, depth: depth + 1) }
      guard values.count == elements.count else { return nil }
      self = .list(values)
    } else if let entries = list.dictionary?.entries {
      var table: [String: EntitlementValue] = [:]
      for entry in entries {
        guard let value = EntitlementValue(entry.value, depth: depth + 1) else { return nil }
        table[entry.key] = value
      }
      self = .table(table)
    } else {
      return nil
    }
  }
}

/// Reads the binary form of entitlements, which systems since iOS 15 go by.
///
/// It is DER: an application tag 16 with a version and a table, which is a context tag 16 (a set in the first version) of
/// sequences of a key and a value. Anything else gives nothing.
enum BinaryEntitlements {
  private static let limit = 4096

  /// The entitlements in `bytes`.
  static func read(_ bytes: ArraySlice<UInt8>) -> [String: EntitlementValue]? {
    var (rest, count) = (bytes, 0)
    guard var outer = DERValue(takenOff: &rest) else { return nil }
    if outer.tag == 0x70 {
      var content = outer.content
      guard let version = DERValue(takenOff: &content), version.tag == 0x02,
        version.content.elementsEqual([1]),
        let table = DERValue(takenOff: &content), content.isEmpty
      else { return nil }
      outer = table
    }
    guard case .table(let table)? = value(outer, 0, &count) else { return nil }
    return table
  }

  private static func value(
    _ item: DERValue, _ depth: Int, _ count: inout Int
  ) -> EntitlementValue? {
    count += 1
    guard depth < 16, count <= limit else { return nil }
    var content = item.content
    switch item.tag {
    case 0x01: return content.count == 1 ? content.first.map { .boolean($0 != 0) } : nil
    case 0x02:
      guard (1...8).contains(content.count), let first = content.first else { return nil }
      return .integer(content.reduce(first >= 0x80 ? -1 : 0) { $0 << 8 | Int($1) })
    case 0x0C: return .text(String(decoding: content, as: UTF8.self))
    case 0x30:
      var values: [EntitlementValue] = []
      while !content.isEmpty {
        guard let element = DERValue(takenOff: &content), let value = value(element, depth + 1, &count) else {
          return nil
        }
        values.append(value)
      }
      return .list(values)
    case 0x31, 0xB0:
      var table: [String: EntitlementValue] = [:]
      while !content.isEmpty {
        guard let entry = DERValue(takenOff: &content), entry.tag == 0x30 else { return nil }
        var parts = entry.content
        guard let key = DERValue(takenOff: &parts), key.tag == 0x0C, let item = DERValue(takenOff: &parts),
          parts.isEmpty,
          let value = value(item, depth + 1, &count)
        else { return nil }
        table[String(decoding: key.content, as: UTF8.self)] = value
      }
      return .table(table)
    default: return nil
    }
  }
}
