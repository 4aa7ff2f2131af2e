// Compared with SecKey.h of Security-61901.0.87.0.1.
public import Foundation

/// See <https://developer.apple.com/documentation/security/seckey>.
///
/// Holds a key on P-256, P-384 or P-521 and calculates nothing.
public final class SecKey: NSObject, Sendable {
  let data: Data
  let isPrivate: Bool
  let sizeInBits: Int

  init?(data: Data, isPrivate: Bool) {
    let sizes = [256, 384, 521]
    let count: (Int) -> Int = { size in 1 + (isPrivate ? 3 : 2) * ((size + 7) / 8) }
    guard data.first == 4, let size = sizes.first(where: { data.count == count($0) }) else { return nil }
    (self.data, self.isPrivate, sizeInBits) = (data, isPrivate, size)
  }

  /// What the keychain reads from the key: a key may be used for all that its algorithms can do.
  var attributes: [AttributeKey: AttributeValue] {
    [
      .keyClass: .number(isPrivate ? 1 : 0), .type: .number(73), .keySizeInBits: .number(sizeInBits),
      .effectiveKeySize: .number(sizeInBits), .isPermanent: .flag(true),
      .canSign: .flag(isPrivate), .canDerive: .flag(isPrivate), .canDecrypt: .flag(isPrivate),
      .canVerify: .flag(!isPrivate), .canEncrypt: .flag(!isPrivate),
      .applicationLabel: .bytes(sha1(data.prefix(1 + 2 * ((sizeInBits + 7) / 8)))),
    ]
  }
}

/// See <https://developer.apple.com/documentation/security/seckeycreatewithdata(_:_:_:)>.
public func SecKeyCreateWithData(
  _ keyData: CFData,
  _ attributes: CFDictionary,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  let words = attributes as? [CFString: Any] ?? [:]
  let type = words[kSecAttrKeyType] as? String, keyClass = words[kSecAttrKeyClass] as? String
  if type == kSecAttrKeyTypeECSECPrimeRandom as String, keyClass == "0" || keyClass == "1",
    let key = SecKey(data: Data(referencing: keyData), isPrivate: keyClass == "1")
  {
    return key
  }
  let reason = NSError(domain: NSOSStatusErrorDomain, code: Int(errSecParam))
  // because the caller owns the error, as Core Foundation's rule for `Create` functions says
  unsafe error?.pointee = unsafe Unmanaged.passRetained(reason)
  return nil
}

/// See <https://developer.apple.com/documentation/security/seckeycopyexternalrepresentation(_:_:)>.
public func SecKeyCopyExternalRepresentation(
  _ key: SecKey,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  key.data as NSData
}
