public import OmamoriCore
import OmamoriCrypto

/// A new key on P-256 on its way to a store: two items, the private key and the public one, which nobody has to be asked
/// for.
struct NewKeyPair {
  /// The public key as an uncompressed point.
  let point: Data
  let privateItem: NewItem
  let publicItem: NewItem
  /// SHA-1 of the public key, which joins the two and a certificate.
  let label: Data

  /// `kSecAttrKeyTypeECSECPrimeRandom`.
  private static let ellipticCurve: Int64 = 73

  init(_ purpose: KeyPurpose, tag: KeyTag, _ options: KeychainKeys.Options, accessGroup: String?) {
    let key = P256.Signing.PrivateKey(compactRepresentable: false)
    point = key.publicKey.x963Representation
    label = Data(Insecure.SHA1.hash(data: point))
    var attributes: ItemAttributes = [
      .keyClass: .number(KeyClass.private), .applicationLabel: .data(label),
      .applicationTag: .data(tag.data), .type: .number(Self.ellipticCurve), .keySizeInBits: .number(256),
      .effectiveKeySize: .number(256), .isPermanent: .flag(true),
    ]
    if let label = options.label { attributes[.label] = .text(label) }
    var publicAttributes = attributes
    attributes.merge(purpose.flags)
    publicAttributes[.keyClass] = .number(KeyClass.public)
    publicAttributes[purpose == .signing ? .canVerify : .canEncrypt] = .flag(true)
    let accessibility = options.accessControl?.accessibility ?? options.accessibility
    privateItem = NewItem(
      .key, attributes, secret: SharedSecretBytes(SecretBytes(wiping: key.x963Representation)),
      accessGroup: accessGroup, accessibility: accessibility, accessControl: options.accessControl)
    publicItem = NewItem(
      .key, publicAttributes, secret: SharedSecretBytes(SecretBytes(copying: point)),
      accessGroup: accessGroup, accessibility: accessibility)
  }
}

/// The name that a program finds a cryptographic key by (`kSecAttrApplicationTag`).
public struct KeyTag: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The bytes.
  public let data: Data

  /// Makes a tag of bytes.
  public init(_ data: Data) { self.data = data }

  /// Makes a tag of a text, as UTF-8.
  public init(_ text: String) { data = Data(text.utf8) }

  /// Makes a tag of a text, as UTF-8.
  public init(stringLiteral text: String) { self.init(text) }

  /// Where a new key waits until the old one has made room.
  package var next: KeyTag { KeyTag(data + Data(".next".utf8)) }
  /// Where the key before the last rotation is kept.
  package var previous: KeyTag { KeyTag(data + Data(".previous".utf8)) }
}
