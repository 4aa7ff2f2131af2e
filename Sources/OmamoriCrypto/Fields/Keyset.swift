public import OmamoriCore

/// Keys of one purpose, one of which is primary, so that a key can be replaced while old values stay readable.
///
/// Every key has 256 random bits and a random identifier that stands in what it sealed. Nothing is used directly: each
/// use (``FieldSealer``, ``BlindIndex``) derives keys of its own. It prints as identifiers and states only; it leaves
/// the program sealed under another key (``sealed(under:named:)``).
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
  package static let greatestCount = 1000
  static let keyByteCount = 32

  private(set) var keys: [Key]

  /// Makes a keyset with one random key, which is primary.
  ///
  /// - Throws: `CryptoError.randomnessUnavailable(code:)`.
  public init() throws(CryptoError) {
    keys = []
    try append(.primary, from: SystemRandomness())
  }

  /// Takes over keys that were read, in their order.
  ///
  /// - Throws: `CryptoError.malformed(_:offset:)` unless there is one primary key and all identifiers differ.
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
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` when the keyset is full,
  ///   `CryptoError.randomnessUnavailable(code:)`.
  @discardableResult
  public mutating func add() throws(CryptoError) -> UInt32 { try append(.standby, from: SystemRandomness()) }

  /// Makes a key primary; the one that was primary is retired.
  ///
  /// - Parameter id: A key of the keyset.
  /// - Throws: `CryptoError.unknownKey(id:)`.
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
  /// - Throws: `CryptoError.unknownKey(id:)`, `CryptoError.primaryKeyNeeded`.
  public mutating func retire(_ id: UInt32) throws(CryptoError) {
    let place = try place(ofSecondary: id)
    keys[place].entry.state = .retired
  }

  /// Removes a key for ever; what it sealed can never be opened again.
  ///
  /// - Parameter id: A key that is not primary.
  /// - Throws: `CryptoError.unknownKey(id:)`, `CryptoError.primaryKeyNeeded`.
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

extension Keyset: RedactedDescription {
  /// The identifiers with their states.
  public var description: String {
    "Keyset(" + entries.map { "\($0.id) \($0.state)" }.joined(separator: ", ") + ")"
  }
}

extension Keyset {
  /// The keyset encrypted under another key, to be stored or sent.
  ///
  /// The bytes are `OMKS`, a version and a message of XAES-256-GCM; Documentation/formats/sealed-field.md has them in
  /// full. Only this key and this name open them.
  ///
  /// - Parameters:
  ///   - key: 256 bits, from a keychain, a key management service or the environment of the deployment; never one of
  ///     the same database.
  ///   - name: What the keyset is for, so that two keysets under one key cannot be exchanged; up to 1024 bytes.
  /// - Returns: The bytes: 48, and 37 for every key.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)`, `CryptoError.randomnessUnavailable(code:)`,
  ///   `CryptoError.backend(code:)`.
  public func sealed(under key: SymmetricKey, named name: String) throws(CryptoError) -> Data {
    let plaintext = exportedPlaintextExposingEveryKey()
    let shared = SharedSecretBytes(plaintext)
    // The copy that the cipher reads is ordinary memory; it is overwritten before it is given back.
    var message = Data(count: shared.count)
    defer { message.resetBytes(in: message.startIndex..<message.endIndex) }
    shared.withBytes { bytes in
      for offset in 0..<bytes.byteCount {
        // because the offset is in the span
        message[offset] = unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      }
    }
    let header = Data(KeysetFormat.header)
    return try header
      + XAES256GCM.seal(
        message, using: try KeysetFormat.wrappingKey(key),
        authenticating: try KeysetFormat.authenticatedData(name))
  }

  /// Opens a keyset that ``sealed(under:named:)`` made.
  ///
  /// - Parameters:
  ///   - data: The bytes, at most 64 KiB.
  ///   - key: The key that it was sealed under.
  ///   - name: What it was named.
  /// - Throws: `CryptoError.authenticationFailed` for another key or name and for changed bytes,
  ///   `CryptoError.malformed(_:offset:)`, `CryptoError.truncated(_:)`, `CryptoError.unsupported(_:)`.
  public init(opening data: Data, under key: SymmetricKey, named name: String) throws(CryptoError) {
    guard data.count <= KeysetFormat.greatestLength else {
      throw .outOfRange(lower: 0, upper: KeysetFormat.greatestLength)
    }
    let header = KeysetFormat.header
    guard data.prefix(4).elementsEqual(header.prefix(4)) else { throw .malformed(.keyset, offset: 0) }
    guard data.count >= header.count + XAES256GCM.overhead else { throw .truncated(.keyset) }
    guard data.dropFirst(4).first == header[4] else { throw .unsupported(.keyset) }
    var message = try XAES256GCM.open(
      data.dropFirst(header.count), using: try KeysetFormat.wrappingKey(key),
      authenticating: try KeysetFormat.authenticatedData(name))
    let plaintext = SecretBytes(copying: message)
    message.resetBytes(in: message.startIndex..<message.endIndex)
    try self.init(importingPlaintext: plaintext)
  }

  /// Every key in the clear, for a backup on paper or a move to another system.
  ///
  /// Whoever has these bytes has everything that the keyset ever seals; ``sealed(under:named:)`` is for storing.
  public func exportedPlaintextExposingEveryKey() -> SecretBytes {
    SecretBytes(count: KeysetFormat.plaintextHeader + keys.count * KeysetFormat.entryByteCount) { bytes in
      var writer = KeysetFormat.Writer()
      writer.write(KeysetFormat.plaintextVersion, into: &bytes)
      writer.write(UInt8(truncatingIfNeeded: keys.count >> 8), into: &bytes)
      writer.write(UInt8(truncatingIfNeeded: keys.count), into: &bytes)
      for key in keys {
        for shift in [24, 16, 8, 0] as [UInt32] {
          writer.write(UInt8(truncatingIfNeeded: key.entry.id >> shift), into: &bytes)
        }
        writer.write(key.entry.state.rawValue, into: &bytes)
        key.secret.withBytes { secret in
          for offset in 0..<secret.byteCount {
            // because the offset is in the span
            writer.write(unsafe secret.unsafeLoad(fromByteOffset: offset, as: UInt8.self), into: &bytes)
          }
        }
      }
    }
  }

  /// Reads what ``exportedPlaintextExposingEveryKey()`` gave.
  ///
  /// - Parameter plaintext: The bytes.
  /// - Throws: `CryptoError.malformed(_:offset:)`, `CryptoError.truncated(_:)`, `CryptoError.unsupported(_:)`.
  public init(importingPlaintext plaintext: borrowing SecretBytes) throws(CryptoError) {
    let bytes = plaintext.bytes
    guard bytes.byteCount >= KeysetFormat.plaintextHeader else { throw .truncated(.keyset) }
    guard KeysetFormat.byte(bytes, 0) == KeysetFormat.plaintextVersion else { throw .unsupported(.keyset) }
    let count = Int(KeysetFormat.byte(bytes, 1)) << 8 | Int(KeysetFormat.byte(bytes, 2))
    let expected = KeysetFormat.plaintextHeader + count * KeysetFormat.entryByteCount
    guard bytes.byteCount >= expected else { throw .truncated(.keyset) }
    guard bytes.byteCount == expected else { throw .malformed(.keyset, offset: expected) }
    var keys: [Key] = []
    for index in 0..<count {
      let start = KeysetFormat.plaintextHeader + index * KeysetFormat.entryByteCount
      let id = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(KeysetFormat.byte(bytes, start + $1)) }
      guard let state = KeyState(rawValue: KeysetFormat.byte(bytes, start + 4)) else {
        throw .malformed(.keyset, offset: start + 4)
      }
      let secret = SecretBytes(
        copying: bytes.extracting(start + 5..<start + KeysetFormat.entryByteCount))
      keys.append(Key(entry: Entry(id: id, state: state), secret: SharedSecretBytes(secret)))
    }
    try self.init(keys: keys)
  }
}

/// The layout of a keyset; Documentation/formats/sealed-field.md says the same in words.
enum KeysetFormat {
  /// The first bytes of a sealed keyset: `OMKS` and version 1.
  static let header = Array("OMKS".utf8) + [1]
  /// The longest sealed keyset that is read.
  static let greatestLength = 64 << 10
  /// The version of what is inside.
  static let plaintextVersion: UInt8 = 1
  /// Version and number of keys.
  static let plaintextHeader = 3
  /// Identifier, state and secret.
  static let entryByteCount = 5 + Keyset.keyByteCount

  /// The key that seals keysets, derived from the one that the caller gives.
  static func wrappingKey(_ key: SymmetricKey) throws(CryptoError) -> SymmetricKey {
    guard key.bitCount == 256 else { throw .outOfRange(lower: 256, upper: 256) }
    return HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, info: Array("Omamori keyset v1".utf8), outputByteCount: 32)
  }

  /// What is authenticated with a keyset: the header and the name.
  static func authenticatedData(_ name: String) throws(CryptoError) -> Data {
    let name = Array(name.utf8)
    guard (1...1024).contains(name.count) else { throw .outOfRange(lower: 1, upper: 1024) }
    return Data(header) + Data(name)
  }

  static func byte(_ bytes: RawSpan, _ offset: Int) -> UInt8 {
    // because the callers have compared the offset with the length
    unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// Writes one byte after the other.
  struct Writer {
    private var offset = 0

    mutating func write(_ byte: UInt8, into bytes: inout MutableRawSpan) {
      bytes.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
      offset += 1
    }
  }
}

/// What a key of a ``Keyset`` is used for.
public enum KeyState: UInt8, Sendable, Hashable, CaseIterable {
  /// Seals new values and opens old ones; a keyset has exactly one such key.
  case primary = 1
  /// Opens only, and waits to become primary, so that every machine has the key before one of them seals with it.
  case standby = 2
  /// Opens what it sealed while it was primary; may be destroyed when nothing sealed with it is left.
  case retired = 3
}
