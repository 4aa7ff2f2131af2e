package import OmamoriCore
import OmamoriCrypto

/// A key of the dictionaries that Apple's `SecItem` functions take and give.
package enum SecItemKey: Sendable, Hashable {
  /// `kSecClass`.
  case itemClass
  /// One of the attributes that describe an item.
  case attribute(ItemAttribute)
  /// `kSecAttrAccessGroup`.
  case accessGroup
  /// `kSecAttrSynchronizable`.
  case synchronizable
  /// `kSecAttrAccessible`; never a condition, since it is no part of what tells items apart.
  case accessible
  /// `kSecAttrAccessControl`; never a condition.
  case accessControl
  /// `kSecValueData`.
  case data
  /// `kSecValueRef`: a certificate or a key.
  case reference
  /// `kSecValuePersistentRef`.
  case persistentReference
  /// `kSecMatchLimit`.
  case limit
  /// `kSecReturnData`.
  case returnData
  /// `kSecReturnAttributes`.
  case returnAttributes
  /// `kSecReturnPersistentRef`.
  case returnPersistentReference
  /// `kSecUseDataProtectionKeychain`.
  case useDataProtectionKeychain
  /// `kSecUseAuthenticationContext`.
  case authenticationContext
  /// `kSecUseAuthenticationUI`.
  case authenticationUI
}

/// A key in the form that Apple's keychain stores: a key on P-256, P-384 or P-521 in X9.63 form.
///
/// Symmetric keys and those of Curve25519 have no form as an object there; Apple stores them as generic passwords.
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
    guard Self.prefix(1, of: bytes) == [4] else { throw .unsupported(.keyType) }
    // A private key on P-256 is as long as a public one on P-384; the attributes tell them apart.
    let forms = [true, false].flatMap { isPrivate in
      [256, 384, 521].map { Form(isPrivate: isPrivate, sizeInBits: $0) }
    }
    let fitting = forms.filter { $0.byteCount == bytes.count }
    guard !fitting.isEmpty else { throw .unsupported(.keyType) }
    guard let form = fitting.first(where: { $0.agrees(with: attributes) }) else {
      throw .invalidRequest(.valueKind)
    }
    (self.bytes, sizeInBits, isPrivate) = (bytes, form.sizeInBits, form.isPrivate)
    label = Data(Insecure.SHA1.hash(data: Self.prefix(1 + 2 * form.width, of: bytes)))
  }

  /// A form that a key can have.
  private struct Form {
    let isPrivate: Bool
    let sizeInBits: Int
    var width: Int { (sizeInBits + 7) / 8 }
    var byteCount: Int { 1 + (isPrivate ? 3 : 2) * width }

    /// Whether nothing else is said of the key.
    func agrees(with attributes: ItemAttributes) -> Bool {
      let own: ItemAttributes = [
        .keyClass: .number(isPrivate ? 1 : 0), .type: .number(SecItemKeyMaterial.ellipticType),
        .keySizeInBits: .number(Int64(sizeInBits)), .effectiveKeySize: .number(Int64(sizeInBits)),
      ]
      return own.values.allSatisfy { attributes[$0.key] == nil || attributes[$0.key] == $0.value }
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
