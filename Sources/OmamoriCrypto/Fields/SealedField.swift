public import OmamoriCore

/// An encrypted value of a database, as its column holds it.
///
/// Version, suite and the identifier of the key, a nonce, the ciphertext and a tag: 46 bytes more than the value. How
/// long the value is can be seen. Documentation/formats/sealed-field.md specifies it. Nothing of it is verified before
/// ``FieldSealer`` opens it. A value; safe to share between threads.
public struct SealedField: Sendable, Hashable {
  /// How many bytes longer than its value a sealed field is.
  public static let overhead = headerByteCount + XAES256GCM.overhead
  /// The longest value that is sealed, in bytes: 64 MiB.
  public static let greatestValue = 64 << 20

  static let version: UInt8 = 1
  /// XAES-256-GCM with a random nonce under a key derived with HKDF-SHA256.
  static let suite: UInt8 = 1
  static let headerByteCount = 6

  /// The bytes to store.
  public let data: Data

  /// Reads the header of stored bytes.
  ///
  /// - Parameter data: What the column holds.
  /// - Throws: ``CryptoError/truncated(_:)``, ``CryptoError/unsupported(_:)``, ``CryptoError/malformed(_:offset:)``,
  ///   ``CryptoError/outOfRange(lower:upper:)`` for more than 64 MiB.
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
