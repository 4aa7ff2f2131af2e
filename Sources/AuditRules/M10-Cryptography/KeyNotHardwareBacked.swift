import AuditEngine
import OmamoriCore
import OmamoriReport

/// A lasting private key that the Secure Enclave could hold and does not.
struct KeyNotHardwareBacked: SwiftRule {
  static let metadata = RuleMetadata(
    id: "key-not-hardware-backed",
    title: LocalizedText("Private key outside the Secure Enclave", ja: "Secure Enclave 外の秘密鍵"),
    why: LocalizedText(
      """
      A private key that is an ordinary Keychain item is read by whoever gets hold of the unlocked device or \
      takes the app over. A key in the Secure Enclave signs there and never leaves it.
      """,
      ja: """
        通常の Keychain 項目として保存した秘密鍵は、ロック解除されたデバイスやアプリを乗っ取った者に読み出されます。\
        Secure Enclave の鍵は内部で署名に使われるだけで、外に出ることはありません。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Add kSecAttrTokenID: kSecAttrTokenIDSecureEnclave and an access control, or use \
        SecureEnclave.P256.Signing.PrivateKey.
        """,
        ja: """
          kSecAttrTokenID に kSecAttrTokenIDSecureEnclave を指定してアクセス制御を付けるか、\
          SecureEnclave.P256.Signing.PrivateKey を使用してください。
          """),
      library: .keychain),
    severity: .low, confidence: .medium, cwe: [922], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        let attributes: [CFString: Any] = [
          kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
          kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrApplicationTag: tag],
        ]
        let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error)
        """,
      good: """
        let attributes: [CFString: Any] = [
          kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
          kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
          kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrAccessControl: access],
        ]
        let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error)
        """))

  static let triggers: Set<String> = ["SecKeyCreateRandomKey", "SecKeyGeneratePair"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["SecKeyCreateRandomKey", "SecKeyGeneratePair"] {
      for call in source.facts.calls(name) {
        guard let argument = call.arguments.first?.value,
          let attributes = source.dictionary(argument, in: call.scope), !attributes.hasUnknownAdditions,
          let type = attributes["kSecAttrKeyType"]?.symbol, type.contains("EC"),
          attributes["kSecAttrKeySizeInBits"].map({ $0.integer == 256 }) ?? true,
          !attributes.contains(anyOf: Self.protections)
        else { continue }
        let own = attributes["kSecPrivateKeyAttrs"] ?? .unknown
        let isLasting: Bool
        switch own {
        case .dictionary(let inner):
          guard !inner.hasUnknownAdditions, !inner.contains(anyOf: Self.protections) else { continue }
          isLasting =
            inner["kSecAttrIsPermanent"]?.boolean ?? attributes["kSecAttrIsPermanent"]?.boolean ?? false
        // Attributes that are made elsewhere may hold the protection.
        default:
          guard attributes["kSecPrivateKeyAttrs"] == nil else { continue }
          isLasting = attributes["kSecAttrIsPermanent"]?.boolean ?? false
        }
        guard isLasting else { continue }
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "The key is kept in the Keychain as it is; the Secure Enclave holds keys of this type.",
            ja: "鍵がそのまま Keychain に保存されます。この種類の鍵は Secure Enclave に保持できます。"))
      }
    }
  }

  private static let protections: Set = ["kSecAttrTokenID", "kSecAttrAccessControl"]
}
