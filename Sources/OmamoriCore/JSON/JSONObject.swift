/// The members of a JSON object in their order, each name once.
///
/// Names are compared as Swift compares strings: canonically equivalent spellings are the same name. Looking a member
/// up takes constant time on average.
public struct JSONObject: Sendable {
  /// A name and its value.
  public struct Member: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The value.
    public let value: JSONValue

    /// Makes a member.
    public init(name: String, value: JSONValue) { (self.name, self.value) = (name, value) }
  }

  /// Objects up to this size are searched from front to back; larger ones have an index.
  private static let indexedAbove = 12

  /// The members in the order they were read or added.
  public private(set) var members: [Member] = []
  private var index: [String: Int] = [:]

  /// Makes an object without members.
  public init() {}

  /// The number of members.
  public var count: Int { members.count }

  /// Whether there is no member.
  public var isEmpty: Bool { members.isEmpty }

  /// The value of the member called `name`; setting `nil` removes it, a new name goes to the end.
  public subscript(name: String) -> JSONValue? {
    get { position(of: name).map { members[$0].value } }
    set {
      guard let newValue else { return remove(name) }
      if let position = position(of: name) {
        members[position] = Member(name: name, value: newValue)
      } else {
        add(name, newValue)
      }
    }
  }

  /// Adds a member and says `true`, or changes nothing and says `false` when the name is taken.
  @discardableResult
  public mutating func insert(_ name: String, _ value: JSONValue) -> Bool {
    guard position(of: name) == nil else { return false }
    add(name, value)
    return true
  }

  /// Says whether a member is called `name`.
  public func contains(_ name: String) -> Bool { position(of: name) != nil }

  /// Adds a member whose name the caller has found to be free.
  mutating func append(unique name: String, _ value: JSONValue) { add(name, value) }

  private func position(of name: String) -> Int? {
    guard index.isEmpty else { return index[name] }
    // A loop, since a closure would get a copy of each member.
    for place in members.indices where members[place].name == name { return place }
    return nil
  }

  private mutating func add(_ name: String, _ value: JSONValue) {
    if members.isEmpty { members.reserveCapacity(4) }
    members.append(Member(name: name, value: value))
    if !index.isEmpty {
      index[name] = members.count - 1
    } else if members.count > Self.indexedAbove {
      rebuildIndex()
    }
  }

  private mutating func remove(_ name: String) {
    guard let position = position(of: name) else { return }
    members.remove(at: position)
    index = [:]
    if members.count > Self.indexedAbove { rebuildIndex() }
  }

  private mutating func rebuildIndex() {
    for (position, member) in members.enumerated() { index[member.name] = position }
  }
}

extension JSONObject: Hashable {
  /// Says whether both have the same members in the same order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool { left.members == right.members }

  /// Hashes the members in their order.
  public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object from a literal; of members with the same name the last one stays.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (name, value) in elements { self[name] = value }
  }
}
