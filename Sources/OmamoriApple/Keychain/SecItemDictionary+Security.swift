import Foundation
import LocalAuthentication
import OmamoriCore
import OmamoriKeychain
import Security

extension SecItemDictionary {
  /// The dictionary as Apple's functions take it.
  ///
  /// - Parameter context: Gives the authentication context of the operation, where the dictionary has one.
  /// - Returns: The dictionary. It holds copies of secrets that cannot be wiped.
  /// - Throws: `KeychainError` when an access control, a certificate or a key cannot be made of a value: an item is
  ///   never stored with less than what was asked for.
  func dictionary(_ context: () -> LAContext) throws(KeychainError) -> CFDictionary {
    var dictionary: [CFString: Any] = [:]
    for pair in pairs { dictionary[pair.key.constant] = try pair.value.object(for: pair.key, context) }
    return dictionary as CFDictionary
  }
}

extension SecItemValue {
  /// The value as Apple's functions take it.
  fileprivate func object(for key: SecItemKey, _ context: () -> LAContext) throws(KeychainError) -> Any {
    switch self {
    case .attribute(let value): value.object(for: key)
    case .itemClass(let itemClass): itemClass.constant
    case .accessible(let accessibility): accessibility.constant
    case .accessControl(let control): try control.object
    case .synchronizable(.any): kSecAttrSynchronizableAny
    case .synchronizable(let value): value == .yes
    case .secret(let secret): secret?.data ?? Data()
    case .certificate(let der): try makeCertificate(of: der)
    case .key(let key): try key.object
    case .persistentReference(let reference): reference.data
    case .limit(.one): kSecMatchLimitOne
    case .limit(.count(let count)): count
    case .limit(.all): kSecMatchLimitAll
    case .yes: true
    case .context: context()
    // Apple would rather have a context that allows no dialogue, which a daemon cannot reach.
    case .fail: kSecUseAuthenticationUIFail
    }
  }
}

extension AttributeValue {
  /// The value as Apple's functions take it.
  fileprivate func object(for key: SecItemKey) -> Any {
    switch self {
    case .text(let text): text
    case .data(let data): data
    // Kinds of keys are strings of digits there.
    case .number(let number) where key == .attribute(.keyClass): String(number)
    case .number(let number): Int(number)
    case .flag(let flag): flag
    case .date(let date): date
    }
  }
}

extension AccessControl {
  /// Apple's object.
  ///
  /// - Throws: `KeychainError.unsupported(_:)` when the system refuses to make it.
  var object: SecAccessControl {
    get throws(KeychainError) {
      let flags = SecAccessControlCreateFlags(rawValue: CFOptionFlags(constraints.rawValue))
      // No error is asked for; that there is no object says enough.
      let made = SecAccessControlCreateWithFlags(
        kCFAllocatorDefault, accessibility.constant, flags, nil)
      guard let made else { throw .unsupported(.accessControl) }
      return made
    }
  }
}

extension SecItemKeyMaterial {
  /// Apple's object.
  ///
  /// - Throws: `KeychainError.unsupported(_:)` when the system refuses to make it, as for a point off the curve.
  fileprivate var object: SecKey {
    get throws(KeychainError) {
      let attributes: [CFString: Any] = [
        kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
        kSecAttrKeyClass: isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic,
      ]
      // No error is asked for; that there is no object says enough.
      let made = SecKeyCreateWithData(bytes.data as CFData, attributes as CFDictionary, nil)
      guard let made else { throw .unsupported(.keyType) }
      return made
    }
  }
}

/// Apple's object of a certificate.
private func makeCertificate(of der: SharedSecretBytes) throws(KeychainError) -> SecCertificate {
  guard let made = SecCertificateCreateWithData(nil, der.data as CFData) else { throw .wrongType }
  return made
}

extension SharedSecretBytes {
  /// A copy, which cannot be wiped: Apple's functions take no other form.
  fileprivate var data: Data {
    // because the bytes are copied while the secret lends them
    withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Data($0) } }
  }
}
