import OmamoriCrypto

/// A JSON Web Key (RFC 7517): a key with what it is for.
///
/// Reading one refuses what no signature or encryption should rely on: points off their curve, numbers that do not
/// belong together, RSA keys of less than 2048 or more than 16384 bits, of the exponent 1 or of the generator with the
/// ROCA weakness, secrets shorter than the hash, and a use, operations or an algorithm that do not fit. The key is
/// parsed once and shared by all copies of the value. Prints its kind only. A value; safe to share between threads.
public struct JSONWebKey: Sendable {
  /// The most bytes that a key in JSON may have.
  public static let sizeLimit = 64 << 10

  final class Storage: Sendable {
    let material: KeyMaterial
    let attributes: KeyAttributes
    let canSign: Bool
    let canVerify: Bool
    /// What verifies with the key, if it is a secret.
    let codes: SecretCodes?

    init(_ material: KeyMaterial, _ attributes: KeyAttributes) {
      (self.material, self.attributes) = (material, attributes)
      canSign = material.isPrivate && attributes.allows(.sign) && material.kind != .x25519
      canVerify = attributes.allows(.verify) && material.kind != .x25519
      if case .secret(let key) = material { codes = SecretCodes(key) } else { codes = nil }
    }
  }

  let storage: Storage

  /// Takes a key over; its attributes have to fit it.
  package init(_ material: KeyMaterial, _ attributes: KeyAttributes) throws(AuthError) {
    try attributes.check(material)
    storage = Storage(material, attributes)
  }

  /// Takes over a key whose attributes were checked.
  init(checked material: KeyMaterial, _ attributes: KeyAttributes) { storage = Storage(material, attributes) }

  /// The key, for what uses it.
  package var material: KeyMaterial { storage.material }
  /// The type and the curve.
  public var kind: KeyKind { material.kind }
  /// What it may be used for; `nil` when it does not say.
  public var use: KeyUse? { storage.attributes.use }
  /// What may be done with it; `nil` when it does not say.
  public var operations: Set<KeyOperation>? { storage.attributes.operations }
  /// The algorithm that it is for, such as `ES256`; `nil` when it does not say.
  public var algorithm: String? { storage.attributes.algorithm }
  /// Its name, the value of `kid`.
  public var identifier: String? { storage.attributes.identifier }
  /// Whether whoever has it can sign or decrypt: a private key or a secret.
  public var isPrivate: Bool { material.isPrivate }
  /// The size in bits: of a secret, of the modulus or of a coordinate.
  public var bitCount: Int { material.bitCount }

  /// The public key with the same name; `nil` for a secret, which has none.
  public var publicKey: JSONWebKey? {
    guard isPrivate else { return self }
    return material.publicPart.map { JSONWebKey(checked: $0, storage.attributes.ofPublicKey) }
  }

  /// The same key under another name.
  public func named(_ identifier: String?) -> JSONWebKey {
    var attributes = storage.attributes
    attributes.identifier = identifier
    return JSONWebKey(checked: material, attributes)
  }
}

extension JSONWebKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind, and whether it is private; never a part of the key.
  public var description: String { "\(kind.rawValue)\(isPrivate ? " (private)" : "")" }
  /// The kind, and whether it is private.
  public var debugDescription: String { description }
  /// A mirror without the key.
  public var customMirror: Mirror { Mirror(self, children: ["key": description]) }
}
