import OmamoriCore

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
