public import OmamoriCore

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
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)``, ``CryptoError/randomnessUnavailable(code:)``,
  ///   ``CryptoError/backend(code:)``.
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
  /// - Throws: ``CryptoError/authenticationFailed`` for another key or name and for changed bytes,
  ///   ``CryptoError/malformed(_:offset:)``, ``CryptoError/truncated(_:)``, ``CryptoError/unsupported(_:)``.
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
  /// - Throws: ``CryptoError/malformed(_:offset:)``, ``CryptoError/truncated(_:)``, ``CryptoError/unsupported(_:)``.
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
