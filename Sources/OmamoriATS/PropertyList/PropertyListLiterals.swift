extension PropertyList: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Dictionary literals have texts for keys.
  public typealias Key = String

  /// Dictionary literals have property list values.
  public typealias Value = PropertyList

  /// Makes a text.
  public init(stringLiteral value: String) { self.init(.string(value)) }

  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self.init(.boolean(value)) }

  /// Makes an integer.
  public init(integerLiteral value: Int) { self.init(.integer(Int128(value))) }

  /// Makes an array.
  public init(arrayLiteral elements: PropertyList...) { self.init(.array(elements)) }

  /// Makes a dictionary, in the order written.
  public init(dictionaryLiteral elements: (String, PropertyList)...) {
    let entries = elements.map { PropertyListDictionary.Entry(key: $0.0, value: $0.1) }
    self.init(.dictionary(PropertyListDictionary(entries)))
  }
}
