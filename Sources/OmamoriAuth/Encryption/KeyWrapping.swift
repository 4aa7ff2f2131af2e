import OmamoriCore
import OmamoriCrypto

/// The encryption of keys with shared keys.
enum KeyWrapping {
  /// Wraps a key with AES key wrap (RFC 7518 §4.4).
  static func wrap(_ key: SymmetricKey, using wrapping: SymmetricKey) throws(AuthError) -> [UInt8] {
    do {
      return Array(try AES.KeyWrap.wrap(key, using: wrapping))
    } catch {
      throw .cryptography(.backend(code: 0))
    }
  }

  /// Unwraps a key with AES key wrap; `nil` when that fails, whatever the reason.
  static func unwrap(_ wrapped: [UInt8], using wrapping: SymmetricKey) -> SymmetricKey? {
    do {
      return try AES.KeyWrap.unwrap(wrapped, using: wrapping)
    } catch {
      return nil
    }
  }

  /// Encrypts a key with AES-GCM (RFC 7518 §4.7).
  static func seal(
    _ key: SymmetricKey,
    using wrapping: SymmetricKey,
    vector: [UInt8]
  ) throws(AuthError) -> ContentEncryptionAlgorithm.Sealed {
    // because the buffer is only read during the call
    let bytes = unsafe key.withUnsafeBytes { unsafe Array($0) }
    return try cipher(for: wrapping).seal(bytes, using: wrapping, vector: vector, authenticating: [])
  }

  /// Decrypts a key with AES-GCM; `nil` when that fails, whatever the reason.
  static func open(
    _ sealed: ContentEncryptionAlgorithm.Sealed,
    using wrapping: SymmetricKey
  ) -> SymmetricKey? {
    do throws(AuthError) {
      return SymmetricKey(data: try cipher(for: wrapping).open(sealed, using: wrapping, authenticating: []))
    } catch {
      return nil
    }
  }

  private static func cipher(for key: SymmetricKey) -> ContentEncryptionAlgorithm {
    switch key.bitCount {
    case 128: .a128GCM
    case 192: .a192GCM
    default: .a256GCM
    }
  }
}
