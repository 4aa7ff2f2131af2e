import OmamoriCore

/// Keys of one purpose, one of which is primary, so that a key can be replaced while old values stay readable.
///
/// Every key has 256 random bits and a random identifier that stands in what it sealed. Nothing is used directly: each
/// use (``FieldSealer``, ``BlindIndex``) derives keys of its own. It prints as identifiers and states only; it leaves
/// the program sealed under another key (``sealed(under:named:)``). A value; safe to share between threads.
public struct Keyset: Sendable {
  /// A key as others see it.
  public struct Entry: Sendable, Hashable {
    /// Names the key in what it sealed; never 0.
    public let id: UInt32
    /// What the key is used for.
    public fileprivate(set) var state: KeyState
  }

  struct Key: Sendable {
    var entry: Entry
    let secret: SharedSecretBytes
  }

  /// The most keys that a keyset holds.
  public static let greatestCount = 1000
  static let keyByteCount = 32

  private(set) var keys: [Key]

  /// Makes a keyset with one random key, which is primary.
  ///
  /// - Throws: ``CryptoError/randomnessUnavailable(code:)``.
  public init() throws(CryptoError) {
    keys = []
    try append(.primary, from: SystemRandomness())
  }

  /// Takes over keys that were read, in their order.
  ///
  /// - Throws: ``CryptoError/malformed(_:offset:)`` unless there is one primary key and all identifiers differ.
  init(keys: [Key]) throws(CryptoError) {
    guard (1...Self.greatestCount).contains(keys.count),
      keys.count(where: { $0.entry.state == .primary }) == 1,
      keys.allSatisfy({ $0.entry.id != 0 && $0.secret.count == Self.keyByteCount }),
      Set(keys.map(\.entry.id)).count == keys.count
    else { throw .malformed(.keyset, offset: nil) }
    self.keys = keys
  }

  /// The keys in the order in which they were added.
  public var entries: [Entry] { keys.map(\.entry) }

  /// The identifier of the primary key.
  public var primaryID: UInt32 { keys.first { $0.entry.state == .primary }?.entry.id ?? 0 }

  /// The secret of a key; `nil` when there is none of this identifier.
  func secret(of id: UInt32) -> SharedSecretBytes? { keys.first { $0.entry.id == id }?.secret }

  /// Adds a random key that opens only; ``promote(_:)`` makes it primary once every machine has the keyset.
  ///
  /// - Returns: Its identifier.
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` when the keyset is full,
  ///   ``CryptoError/randomnessUnavailable(code:)``.
  @discardableResult
  public mutating func add() throws(CryptoError) -> UInt32 { try append(.standby, from: SystemRandomness()) }

  /// Makes a key primary; the one that was primary is retired.
  ///
  /// - Parameter id: A key of the keyset.
  /// - Throws: ``CryptoError/unknownKey(id:)``.
  public mutating func promote(_ id: UInt32) throws(CryptoError) {
    let place = try place(of: id)
    for index in keys.indices where keys[index].entry.state == .primary { keys[index].entry.state = .retired }
    keys[place].entry.state = .primary
  }

  /// Adds a random key and makes it primary, for a program that is alone with its keyset.
  ///
  /// - Returns: Its identifier.
  /// - Throws: What ``add()`` throws.
  @discardableResult
  public mutating func rotate() throws(CryptoError) -> UInt32 {
    let id = try add()
    try promote(id)
    return id
  }

  /// Gives up a standby key: it opens what it may have sealed but is not to become primary.
  ///
  /// - Parameter id: A key that is not primary.
  /// - Throws: ``CryptoError/unknownKey(id:)``, ``CryptoError/primaryKeyNeeded``.
  public mutating func retire(_ id: UInt32) throws(CryptoError) {
    let place = try place(ofSecondary: id)
    keys[place].entry.state = .retired
  }

  /// Removes a key for ever; what it sealed can never be opened again.
  ///
  /// - Parameter id: A key that is not primary.
  /// - Throws: ``CryptoError/unknownKey(id:)``, ``CryptoError/primaryKeyNeeded``.
  public mutating func destroy(_ id: UInt32) throws(CryptoError) {
    keys.remove(at: try place(ofSecondary: id))
  }

  /// Adds a random key with a random identifier that no other key has.
  @discardableResult
  mutating func append(_ state: KeyState, from randomness: some Randomness) throws(CryptoError) -> UInt32 {
    guard keys.count < Self.greatestCount else { throw .outOfRange(lower: 1, upper: Self.greatestCount) }
    do throws(CoreError) {
      var id: UInt32 = 0
      while id == 0 || secret(of: id) != nil {
        id = UInt32(try randomness.integer(in: UInt64(1)...UInt64(UInt32.max)))
      }
      let secret = SharedSecretBytes(try SecretBytes(randomCount: Self.keyByteCount, from: randomness))
      keys.append(Key(entry: Entry(id: id, state: state), secret: secret))
      return id
    } catch {
      throw CryptoError(error)
    }
  }

  private func place(of id: UInt32) throws(CryptoError) -> Int {
    guard let place = keys.firstIndex(where: { $0.entry.id == id }) else { throw .unknownKey(id: id) }
    return place
  }

  private func place(ofSecondary id: UInt32) throws(CryptoError) -> Int {
    let place = try place(of: id)
    guard keys[place].entry.state != .primary else { throw .primaryKeyNeeded }
    return place
  }
}

extension Keyset: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The identifiers with their states.
  public var description: String {
    "Keyset(" + entries.map { "\($0.id) \($0.state)" }.joined(separator: ", ") + ")"
  }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
