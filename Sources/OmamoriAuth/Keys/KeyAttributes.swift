import OmamoriCrypto

/// What a JSON Web Key says about itself besides the key.
package struct KeyAttributes: Sendable, Hashable {
  package var use: KeyUse?
  package var operations: Set<KeyOperation>?
  package var algorithm: String?
  package var identifier: String?

  package init(
    use: KeyUse? = nil, operations: Set<KeyOperation>? = nil, algorithm: String? = nil,
    identifier: String? = nil
  ) {
    (self.use, self.operations) = (use, operations)
    (self.algorithm, self.identifier) = (algorithm, identifier)
  }

  /// Those of the public key.
  var ofPublicKey: KeyAttributes {
    var attributes = self
    attributes.operations = operations.map { Set($0.map(\.counterpart)) }
    return attributes
  }

  /// Whether the key may be used in a way.
  package func allows(_ operation: KeyOperation) -> Bool {
    (use.map { $0 == operation.use } ?? true) && (operations?.contains(operation) ?? true)
  }

  /// Refuses attributes that contradict each other or the key.
  func check(_ material: KeyMaterial) throws(AuthError) {
    if let operations {
      guard !operations.isEmpty, operations.allSatisfy({ $0.use == use ?? $0.use }),
        Set(operations.map(\.use)).count == 1
      else { throw .key(.useNotAllowed) }
    }
    if case .secret(let key) = material, key.bitCount < 8 { throw .key(.weak) }
    guard let algorithm else { return }
    guard let rule = KeyAlgorithmRule(algorithm) else { throw .key(.unsupported) }
    guard rule.kinds.contains(material.kind) else { throw .key(.algorithmMismatch) }
    guard rule.use == use ?? rule.use, operations?.allSatisfy({ $0.use == rule.use }) ?? true else {
      throw .key(.useNotAllowed)
    }
    if material.kind == .secret, let sizes = rule.secretSizes, !sizes.contains(material.bitCount) {
      throw .key(rule.use == .signature ? .weak : .algorithmMismatch)
    }
  }
}

/// What a JSON Web Key is for a key: its type and, where it has one, its curve (RFC 7518 §6, RFC 8037).
@nonexhaustive
public enum KeyKind: String, Sendable, Hashable, CaseIterable {
  /// A secret of bytes.
  case secret = "oct"
  /// RSA.
  case rsa = "RSA"
  /// P-256.
  case p256 = "P-256"
  /// P-384.
  case p384 = "P-384"
  /// P-521.
  case p521 = "P-521"
  /// Ed25519, for signatures.
  case ed25519 = "Ed25519"
  /// X25519, for key agreement.
  case x25519 = "X25519"

  /// The value of `kty`.
  public var type: String {
    switch self {
    case .secret, .rsa: rawValue
    case .p256, .p384, .p521: "EC"
    case .ed25519, .x25519: "OKP"
    }
  }

  /// The value of `crv`.
  public var curve: String? {
    switch self {
    case .secret, .rsa: nil
    case .p256, .p384, .p521, .ed25519, .x25519: rawValue
    }
  }

  /// The size of a coordinate in bytes; 0 for a kind without a curve.
  var coordinateSize: Int {
    switch self {
    case .secret, .rsa: 0
    case .p256, .ed25519, .x25519: 32
    case .p384: 48
    case .p521: 66
    }
  }
}

/// What may be done with a key (RFC 7517 §4.3).
@nonexhaustive
public enum KeyOperation: String, Sendable, Hashable, CaseIterable {
  /// Making signatures.
  case sign
  /// Verifying signatures.
  case verify
  /// Encrypting content.
  case encrypt
  /// Decrypting content.
  case decrypt
  /// Encrypting keys.
  case wrapKey
  /// Decrypting keys.
  case unwrapKey
  /// Agreeing on a key.
  case deriveKey
  /// Agreeing on bits that are not a key.
  case deriveBits

  /// The use that it belongs to.
  public var use: KeyUse { self == .sign || self == .verify ? .signature : .encryption }

  /// What may be done with the public key, when this may be done with the private one.
  var counterpart: KeyOperation {
    switch self {
    case .sign: .verify
    case .decrypt: .encrypt
    case .unwrapKey: .wrapKey
    case .verify, .encrypt, .wrapKey, .deriveKey, .deriveBits: self
    }
  }
}

/// What a key may be used for (RFC 7517 §4.2).
@nonexhaustive
public enum KeyUse: String, Sendable, Hashable, CaseIterable {
  /// Making or verifying signatures.
  case signature = "sig"
  /// Encrypting or decrypting, also of keys.
  case encryption = "enc"
}

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
