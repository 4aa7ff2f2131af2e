/// The keys and values of a property list's dictionary, in the order of the file.
///
/// A file can name a key twice. All of them are kept, and a look-up takes the **last**, as the system's XML
/// reader does; ``duplicates`` names the ones that lose.
public struct PropertyListDictionary: Sendable, Equatable {
  /// A key with its value.
  public struct Entry: Sendable, Equatable {
    /// The key.
    public let key: String
    /// Where the key stands, or `nil` in a binary file and for an entry made in code.
    public let keyRange: TextRange?
    /// The value.
    public let value: PropertyList

    /// Makes an entry, with the place of its key when it has one.
    public init(key: String, keyRange: TextRange? = nil, value: PropertyList) {
      (self.key, self.keyRange, self.value) = (key, keyRange, value)
    }

    /// The place from the key to the end of the value.
    public var range: TextRange? {
      guard let keyRange else { return value.range }
      return value.range.map(keyRange.union) ?? keyRange
    }
  }

  /// All entries in the order of the file, duplicates included.
  public let entries: [Entry]

  /// Makes a dictionary from its entries.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// The value of `key`, the last one when the file gives several.
  public subscript(key: String) -> PropertyList? { entry(for: key)?.value }

  /// The entry of `key`, the last one when the file gives several.
  public func entry(for key: String) -> Entry? {
    // Equal text of another length is another key: Swift takes U+212A for "K", the system does not.
    entries.last { $0.key == key && $0.key.utf8.count == key.utf8.count }
  }

  /// The keys in the order of the file.
  public var keys: [String] { entries.map(\.key) }

  /// The entries that a later one of the same key hides.
  public var duplicates: [Entry] {
    var seen: Set<[UInt8]> = []
    var hidden: [Entry] = []
    for entry in entries.reversed() where !seen.insert(Array(entry.key.utf8)).inserted {
      hidden.append(entry)
    }
    return hidden.reversed()
  }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
  /// Makes a dictionary from a literal, in the order written.
  public init(dictionaryLiteral elements: (String, PropertyList)...) {
    self.init(elements.map { Entry(key: $0.0, value: $0.1) })
  }
}
