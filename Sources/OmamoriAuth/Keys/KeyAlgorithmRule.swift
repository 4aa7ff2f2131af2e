/// What a value of `alg` asks of a key: its use, its kind and its size (RFC 7518 §3.1, §4.1 and §5.1, RFC 8037, RFC 9864).
struct KeyAlgorithmRule {
  let use: KeyUse
  let kinds: Set<KeyKind>
  /// The sizes in bits that a secret may have; any, if `nil`.
  let secretSizes: ClosedRange<Int>?

  /// The rule of an algorithm, or `nil` when it is not known.
  init?(_ name: String) {
    if let signature = SignatureAlgorithm(rawValue: name) {
      (use, kinds) = (.signature, [signature.kind])
      secretSizes = signature.digest.rawValue * 8...Int.max
    } else if let size = Self.secretSizes[name] {
      (use, kinds, secretSizes) = (.encryption, [.secret], size...size)
    } else if let kinds = Self.encryption[name] {
      (use, self.kinds, secretSizes) = (.encryption, kinds, nil)
    } else {
      return nil
    }
  }

  private static let curves: Set<KeyKind> = [.p256, .p384, .p521, .x25519]

  private static let encryption: [String: Set<KeyKind>] = [
    "RSA1_5": [.rsa], "RSA-OAEP": [.rsa], "RSA-OAEP-256": [.rsa], "RSA-OAEP-384": [.rsa],
    "RSA-OAEP-512": [.rsa],
    "ECDH-ES": curves, "ECDH-ES+A128KW": curves, "ECDH-ES+A192KW": curves, "ECDH-ES+A256KW": curves,
    "dir": [.secret], "PBES2-HS256+A128KW": [.secret], "PBES2-HS384+A192KW": [.secret],
    "PBES2-HS512+A256KW": [.secret],
  ]

  private static let secretSizes: [String: Int] = [
    "A128KW": 128, "A192KW": 192, "A256KW": 256, "A128GCMKW": 128, "A192GCMKW": 192, "A256GCMKW": 256,
    "A128GCM": 128, "A192GCM": 192, "A256GCM": 256,
    "A128CBC-HS256": 256, "A192CBC-HS384": 384, "A256CBC-HS512": 512,
  ]
}
