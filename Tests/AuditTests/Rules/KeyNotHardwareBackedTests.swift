import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct KeyNotHardwareBackedTests {
  @Test(arguments: [
    """
    func make() -> SecKey? {
      var attributes: [String: Any] = [kSecAttrKeyType as String: kSecAttrKeyTypeEC]
      attributes[kSecAttrKeySizeInBits as String] = 256
      attributes[kSecPrivateKeyAttrs as String] = [
        kSecAttrIsPermanent as String: true, kSecAttrApplicationTag as String: tag,
      ]
      return ⟦SecKeyCreateRandomKey(attributes as CFDictionary, nil)⟧
    }
    """,
    """
    let parameters = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256, kSecAttrIsPermanent: kCFBooleanTrue!,
    ] as CFDictionary
    let status = ⟦SecKeyGeneratePair(parameters, &publicKey, &privateKey)⟧
    """,
    """
    let inner: [CFString: Any] = [kSecAttrIsPermanent: true]
    let outer: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecPrivateKeyAttrs: inner]
    let key = ⟦SecKeyCreateRandomKey(outer as CFDictionary, &error)⟧
    """,
  ])
  func speaks(_ source: String) { expect(KeyNotHardwareBacked.self, in: source) }

  @Test(arguments: [
    // The Secure Enclave has no RSA.
    """
    let attributes: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 3072, kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true],
    ]
    let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error)
    """,
    // Nor P-384.
    """
    let attributes: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 384, kSecAttrIsPermanent: true,
    ]
    let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error)
    """,
    // A key that is not kept.
    """
    let attributes: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256]
    let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error)
    """,
    """
    let attributes: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
      kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true],
    ]
    let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error)
    """,
    """
    let attributes: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
      kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrAccessControl: access],
    ]
    let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error)
    """,
    // Attributes that a caller chooses.
    """
    func make(_ own: [CFString: Any]) -> SecKey? {
      let all: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecPrivateKeyAttrs: own]
      return SecKeyCreateRandomKey(all as CFDictionary, nil)
    }
    """,
  ])
  func isSilent(_ source: String) { expect(KeyNotHardwareBacked.self, in: source) }
}
