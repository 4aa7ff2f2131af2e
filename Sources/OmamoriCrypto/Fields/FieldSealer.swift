public import OmamoriCore

/// Encrypts and decrypts single values of a database, each bound to its table, column and row.
///
/// Values are sealed with XAES-256-GCM under a key that is derived from the primary key of a ``Keyset``; every other key
/// of the set still opens. Nonces are random and so long that they never run out: 2^80 values under one key before two
/// have the same with a probability of 2^-32. Still, no process seals more than ``usageLimit`` values with one key, which
/// stops a loop that went wrong; the count begins anew with every sealer. Safe to use from any thread.
public final class FieldSealer: Sendable {
  /// How many values one key seals in one process unless told otherwise: 2^48, so that 2^32 processes may share it.
  public static let usageLimit: UInt64 = 1 << 48

  /// The keys; those that open as well as the one that seals.
  public let keyset: Keyset
  private let keys: [UInt32: XAESKey]
  private let remaining: Protected<UInt64>

  /// Derives the keys.
  ///
  /// - Parameters:
  ///   - keyset: The keys. A keyset that was changed needs a new sealer.
  ///   - usageLimit: How many values may be sealed with the primary key by this sealer.
  /// - Throws: `CryptoError.backend(code:)`.
  public init(_ keyset: Keyset, usageLimit: UInt64 = FieldSealer.usageLimit) throws(CryptoError) {
    self.keyset = keyset
    var keys: [UInt32: XAESKey] = [:]
    for key in keyset.keys {
      keys[key.entry.id] = try XAESKey(
        HKDF<SHA256>.deriveKey(
          inputKeyMaterial: SymmetricKey(copying: key.secret.copy()),
          info: Array("Omamori sealed field v1".utf8), outputByteCount: 32))
    }
    self.keys = keys
    remaining = Protected(usageLimit)
  }

  /// Seals a value.
  ///
  /// - Parameters:
  ///   - value: The value, at most 64 MiB.
  ///   - context: Where it stands.
  /// - Returns: What to store there; another one every time.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)`, `CryptoError.usageLimitReached`,
  ///   `CryptoError.randomnessUnavailable(code:)`, `CryptoError.backend(code:)`.
  public func seal(_ value: Data, in context: FieldContext) throws(CryptoError) -> SealedField {
    guard value.count <= SealedField.greatestValue else {
      throw .outOfRange(lower: 0, upper: SealedField.greatestValue)
    }
    let id = keyset.primaryID
    guard let key = keys[id] else { throw .unknownKey(id: id) }
    let isAllowed = remaining.withLock { remaining in
      guard remaining > 0 else { return false }
      remaining -= 1
      return true
    }
    guard isAllowed else { throw .usageLimitReached }
    let sealed = try XAES256GCM.seal(
      value, using: key, nonce: XAES256GCM.randomNonce(),
      authenticating: Self.authenticated(key: id, context))
    return SealedField(key: id, sealed: sealed)
  }

  /// Opens a value.
  ///
  /// - Parameters:
  ///   - field: What was stored.
  ///   - context: Where it stood.
  /// - Returns: The value.
  /// - Throws: `CryptoError.unknownKey(id:)` when the keyset does not hold its key,
  ///   `CryptoError.authenticationFailed` when it was changed or belongs elsewhere.
  public func open(_ field: SealedField, in context: FieldContext) throws(CryptoError) -> Data {
    guard let key = keys[field.keyID] else { throw .unknownKey(id: field.keyID) }
    return try XAES256GCM.open(
      field.body, using: key, authenticating: Self.authenticated(key: field.keyID, context))
  }

  /// Says whether a field was sealed with another key than the primary one.
  public func needsReseal(_ field: SealedField) -> Bool { field.keyID != keyset.primaryID }

  /// Opens a field and seals its value with the primary key.
  ///
  /// - Parameters:
  ///   - field: What was stored.
  ///   - context: Where it stands.
  /// - Returns: What to store instead; the same field when it has the primary key already.
  /// - Throws: What ``open(_:in:)`` and ``seal(_:in:)-(Data,_)`` throw; a field that is wrong is never sealed anew.
  public func reseal(_ field: SealedField, in context: FieldContext) throws(CryptoError) -> SealedField {
    let value = try open(field, in: context)
    return needsReseal(field) ? try seal(value, in: context) : field
  }

  /// What is authenticated with a value: the header of the field and its place.
  private static func authenticated(key id: UInt32, _ context: FieldContext) -> Data {
    Data(SealedField.header(key: id) + context.encoded)
  }
}

extension FieldSealer {
  /// Seals the UTF-8 of a text; see ``seal(_:in:)-(Data,_)``.
  public func seal(_ text: String, in context: FieldContext) throws(CryptoError) -> SealedField {
    try seal(Data(text.utf8), in: context)
  }

  /// Opens a text.
  ///
  /// - Parameters:
  ///   - field: What was stored.
  ///   - context: Where it stood.
  /// - Returns: The text.
  /// - Throws: What ``open(_:in:)`` throws, and `CryptoError.malformed(_:offset:)` when the value is no UTF-8.
  public func openText(_ field: SealedField, in context: FieldContext) throws(CryptoError) -> String {
    let value = try open(field, in: context)
    guard let text = String(validating: value, as: UTF8.self) else {
      throw .malformed(.sealedField, offset: nil)
    }
    return text
  }

  /// Seals the JSON of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - context: Where it stands.
  /// - Returns: What to store there.
  /// - Throws: What ``seal(_:in:)-(Data,_)`` throws, and `CryptoError.malformed(_:offset:)` when there is no JSON for
  ///   the value.
  public func seal<Value: Encodable>(
    encoding value: Value,
    in context: FieldContext
  ) throws(CryptoError) -> SealedField {
    let encoded: Data
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      encoded = try encoder.encode(value)
    } catch {
      // What the encoder says may quote the value.
      throw .malformed(.sealedField, offset: nil)
    }
    return try seal(encoded, in: context)
  }

  /// Opens a value that was sealed as JSON.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - field: What was stored.
  ///   - context: Where it stood.
  /// - Returns: The value.
  /// - Throws: What ``open(_:in:)`` throws, and `CryptoError.malformed(_:offset:)` when the JSON is another type's.
  public func open<Value: Decodable>(
    _ type: Value.Type,
    from field: SealedField,
    in context: FieldContext
  ) throws(CryptoError) -> Value {
    let value = try open(field, in: context)
    do {
      return try JSONDecoder().decode(type, from: value)
    } catch {
      // What the decoder says may quote the value.
      throw .malformed(.sealedField, offset: nil)
    }
  }
}

/// An encrypted value of a database, as its column holds it.
///
/// Version, suite and the identifier of the key, a nonce, the ciphertext and a tag: 46 bytes more than the value. How
/// long the value is can be seen. Documentation/formats/sealed-field.md specifies it. Nothing of it is verified before
/// ``FieldSealer`` opens it.
public struct SealedField: Sendable, Hashable {
  /// How many bytes longer than its value a sealed field is.
  public static let overhead = headerByteCount + XAES256GCM.overhead
  /// The longest value that is sealed, in bytes: 64 MiB.
  package static let greatestValue = 64 << 20

  static let version: UInt8 = 1
  /// XAES-256-GCM with a random nonce under a key derived with HKDF-SHA256.
  static let suite: UInt8 = 1
  static let headerByteCount = 6

  /// The bytes to store.
  public let data: Data

  /// Reads the header of stored bytes.
  ///
  /// - Parameter data: What the column holds.
  /// - Throws: `CryptoError.truncated(_:)`, `CryptoError.unsupported(_:)`, `CryptoError.malformed(_:offset:)`,
  ///   `CryptoError.outOfRange(lower:upper:)` for more than 64 MiB.
  public init(_ data: Data) throws(CryptoError) {
    guard data.count >= Self.overhead else { throw .truncated(.sealedField) }
    let greatest = Self.greatestValue + Self.overhead
    guard data.count <= greatest else { throw .outOfRange(lower: Self.overhead, upper: greatest) }
    let header = Array(data.prefix(Self.headerByteCount))
    guard header[0] == Self.version, header[1] == Self.suite else { throw .unsupported(.sealedField) }
    guard header[2...].contains(where: { $0 != 0 }) else { throw .malformed(.sealedField, offset: 2) }
    self.data = data
  }

  init(key id: UInt32, sealed: Data) { data = Data(Self.header(key: id)) + sealed }

  /// The key that the field says it was sealed with; not verified before it is opened.
  public var keyID: UInt32 {
    data.dropFirst(2).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Nonce, ciphertext and tag.
  var body: Data { data.dropFirst(Self.headerByteCount) }

  static func header(key id: UInt32) -> [UInt8] {
    [version, suite] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: id >> $0) }
  }
}
