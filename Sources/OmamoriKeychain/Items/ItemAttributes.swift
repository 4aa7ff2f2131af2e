public import OmamoriCore

/// The attributes of an item or of a query, each at most once.
///
/// A value; safe to share between threads.
public struct ItemAttributes: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// The values by attribute.
  public private(set) var values: [ItemAttribute: AttributeValue]

  /// Makes attributes of pairs; of two pairs with one name the last counts.
  public init(dictionaryLiteral elements: (ItemAttribute, AttributeValue)...) {
    values = Dictionary(elements) { _, last in last }
  }

  /// Makes attributes.
  public init(_ values: [ItemAttribute: AttributeValue] = [:]) { self.values = values }

  /// The value of an attribute, or `nil` when there is none.
  public subscript(attribute: ItemAttribute) -> AttributeValue? {
    get { values[attribute] }
    set { values[attribute] = newValue }
  }

  /// The value of an attribute as a text, or `nil` when there is none or it is of another kind.
  public func text(_ attribute: ItemAttribute) -> String? {
    guard case .text(let text)? = values[attribute] else { return nil }
    return text
  }

  /// The value of an attribute as bytes, or `nil` when there is none or it is of another kind.
  public func data(_ attribute: ItemAttribute) -> Data? {
    guard case .data(let data)? = values[attribute] else { return nil }
    return data
  }

  /// The value of an attribute as a number, or `nil` when there is none or it is of another kind.
  public func number(_ attribute: ItemAttribute) -> Int64? {
    guard case .number(let number)? = values[attribute] else { return nil }
    return number
  }

  /// The value of an attribute as yes or no, or `nil` when there is none or it is of another kind.
  public func flag(_ attribute: ItemAttribute) -> Bool? {
    guard case .flag(let flag)? = values[attribute] else { return nil }
    return flag
  }

  /// The value of an attribute as a moment, or `nil` when there is none or it is of another kind.
  public func date(_ attribute: ItemAttribute) -> Date? {
    guard case .date(let date)? = values[attribute] else { return nil }
    return date
  }

  /// Takes over the values of `others`, which count where both have one.
  public mutating func merge(_ others: ItemAttributes) { values.merge(others.values) { _, new in new } }
}
