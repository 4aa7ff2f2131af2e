package import OmamoriCore
import OmamoriCrypto

/// A key in the form that Apple's keychain stores: a key on P-256, P-384 or P-521 in X9.63 form.
///
/// Symmetric keys and those of Curve25519 have no form as an object there; Apple stores them as generic passwords. A
/// value; safe to share between threads.
///
/// Source: <https://developer.apple.com/documentation/cryptokit/storing-cryptokit-keys-in-the-keychain>.
package struct SecItemKeyMaterial: Sendable, Equatable {
  /// `kSecAttrKeyTypeECSECPrimeRandom`, the type of the keys.
  package static let ellipticType: Int64 = 73

  /// The key: `04 ‖ X ‖ Y`, and for a private key the scalar.
  package let bytes: SharedSecretBytes
  /// Whether it is a private key.
  package let isPrivate: Bool
  /// The curve's size in bits.
  package let sizeInBits: Int
  /// SHA-1 of the public key in X9.63 form, by which certificates find the key.
  package let label: Data

  /// Reads a key.
  ///
  /// - Parameters:
  ///   - bytes: The key in X9.63 form.
  ///   - attributes: What is said of it, which has to agree.
  /// - Throws: ``KeychainError/unsupported(_:)`` for another form of key, ``KeychainError/invalidRequest(_:)`` when
  ///   the attributes say something else.
  package init(_ bytes: SharedSecretBytes, _ attributes: ItemAttributes) throws(KeychainError) {
    let curve = [256, 384, 521].first { size in
      let width = (size + 7) / 8
      return bytes.count == 1 + 2 * width || bytes.count == 1 + 3 * width
    }
    let first = Self.prefix(1, of: bytes).first
    guard let curve, first == 4 else { throw .unsupported(.keyType) }
    let width = (curve + 7) / 8
    (self.bytes, sizeInBits, isPrivate) = (bytes, curve, bytes.count == 1 + 3 * width)
    label = Data(Insecure.SHA1.hash(data: Self.prefix(1 + 2 * width, of: bytes)))
    let said: [(ItemAttribute, Int64)] = [
      (.keyClass, isPrivate ? 1 : 0), (.type, Self.ellipticType), (.keySizeInBits, Int64(curve)),
      (.effectiveKeySize, Int64(curve)),
    ]
    for (attribute, value) in said where attributes[attribute] != nil {
      guard attributes.number(attribute) == value else { throw .invalidRequest(.valueKind) }
    }
  }

  /// The beginning of a key, which is its public part.
  private static func prefix(_ count: Int, of bytes: SharedSecretBytes) -> [UInt8] {
    bytes.withBytes { span in
      // because the bytes are copied while the secret lends them
      unsafe span.extracting(first: min(count, span.byteCount)).withUnsafeBytes { unsafe Array($0) }
    }
  }
}
