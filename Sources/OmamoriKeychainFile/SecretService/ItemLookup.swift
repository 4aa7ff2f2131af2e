import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// Makes the attributes that a Secret Service finds items by.
struct ItemLookup: Sendable {
  /// The attribute that every item of the toolkit has.
  static let schema = "xdg:schema"
  static let itemSchema = "org.omamori.Item"
  static let namesSchema = "org.omamori.NamesKey"
  static let slotSchema = "org.omamori.SlotKey"
  static let id = "omamori:id"
  private static let key = "omamori:key"

  /// Hides names; `nil` when they are stored in clear.
  let names: SymmetricKey?

  /// The attributes to find an item by its primary key.
  func attributes(of key: PrimaryKey) -> [String: String] { base([Self.key: tag("key", key.bytes)]) }

  /// The attributes to find an item by its persistent reference.
  func attributes(ofReference id: [UInt8]) -> [String: String] { base([Self.id: Self.hexadecimal(id)]) }

  /// The attributes of an item: always these names, so that two different items never have one set in common.
  func attributes(of envelope: ItemEnvelope) -> [String: String] {
    attributes(envelope.item.itemClass, envelope.item.attributes, group: envelope.group)
      .merging([
        Self.id: Self.hexadecimal(envelope.id), Self.key: tag("key", envelope.key.bytes),
      ]) { $1 }
  }

  /// The attributes that all items that match a query have.
  func attributes(of query: ItemQuery) -> [String: String] {
    guard let itemClass = query.itemClass else { return base([:]) }
    return attributes(itemClass, query.attributes, group: query.accessGroup)
  }

  /// What people see of an item in a keyring program.
  func label(of envelope: ItemEnvelope) -> String {
    guard names == nil else { return "Omamori" }
    let attributes = envelope.item.attributes
    let parts = [ItemAttribute.label, .service, .server, .account].compactMap { attributes.text($0) }
    return Self.oneLine("Omamori: " + parts.filter { !$0.isEmpty }.joined(separator: " "))
  }

  private func attributes(
    _ itemClass: ItemClass, _ attributes: ItemAttributes, group: String?
  ) -> [String: String] {
    var result = base(["omamori:class": itemClass.rawValue])
    if let group { result["group"] = name("group", group) }
    for attribute in [ItemAttribute.service, .server, .account] {
      let isOfClass = itemClass.attributes.contains(attribute)
      guard isOfClass, let text = attributes.text(attribute), !text.isEmpty else { continue }
      result["\(attribute)"] = name("\(attribute)", text)
    }
    return result
  }

  private func base(_ others: [String: String]) -> [String: String] {
    [Self.schema: Self.itemSchema, "omamori:names": names == nil ? "clear" : "hidden"]
      .merging(others) { $1 }
  }

  private func name(_ purpose: String, _ text: String) -> String {
    names == nil ? Self.oneLine(text) : tag(purpose, Array(text.utf8))
  }

  private func tag(_ purpose: String, _ bytes: [UInt8]) -> String {
    let message = Array(purpose.utf8) + [0] + bytes
    guard let names else { return Self.hexadecimal(Array(SHA256.hash(data: message))) }
    return Self.hexadecimal(Array(HMAC<SHA256>.authenticationCode(for: message, using: names)))
  }

  /// Bytes in hexadecimal.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// A text without line feeds and other characters that a collection's file could lose; `%` and they are written as
  /// in addresses (RFC 3986), so that different texts stay different.
  static func oneLine(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var line: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isAtEdge = index == 0 || index == bytes.count - 1
      if byte < 0x20 || byte == 0x7F || byte == 0x25 || byte == 0x5C || (byte == 0x20 && isAtEdge) {
        line += [0x25] + Array(hexadecimal([byte]).utf8)
      } else {
        line.append(byte)
      }
    }
    return String(decoding: line, as: UTF8.self)
  }
}
