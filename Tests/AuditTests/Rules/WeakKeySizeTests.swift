import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct WeakKeySizeTests {
  @Test(arguments: [
    """
    func makeKey() -> SecKey? {
      let bits = 1024
      let attributes: [CFString: Any] = [
        kSecAttrKeyType: kSecAttrKeyTypeRSA,
        ⟦kSecAttrKeySizeInBits: NSNumber(value: bits)⟧,
      ]
      return SecKeyCreateRandomKey(attributes as CFDictionary, nil)
    }
    """,
    """
    var parameters: [String: AnyObject] = [:]
    parameters[kSecAttrKeyType as String] = kSecAttrKeyTypeRSA
    ⟦parameters[kSecAttrKeySizeInBits as String] = 512 as AnyObject⟧
    let status = SecKeyGeneratePair(parameters as CFDictionary, &publicKey, &privateKey)
    """,
    """
    let attributes = [kSecAttrKeyType: kSecAttrKeyTypeEC, ⟦kSecAttrKeySizeInBits: 192⟧] as [CFString: Any]
    let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil)
    """,
    """
    let macKey = SymmetricKey(size: ⟦SymmetricKeySize(bitCount: 64)⟧)
    """,
    """
    let key = try _RSA.Signing.PrivateKey(keySize: ⟦.init(bitCount: 1024)⟧)
    """,
  ])
  func speaks(_ source: String) { expect(WeakKeySize.self, in: source) }

  @Test(arguments: [
    """
    let attributes: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
    ]
    let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil)
    """,
    """
    let key = SymmetricKey(size: .bits128)
    """,
    """
    let attributes: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: size]
    let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil)
    """,
    """
    let key = try _RSA.Signing.PrivateKey(keySize: .bits3072)
    """,
  ])
  func isSilent(_ source: String) { expect(WeakKeySize.self, in: source) }
}
