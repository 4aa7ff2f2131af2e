/// An attribute of an item, by the four-character name that Apple's keychain gives it.
///
/// A value; safe to share between threads.
///
/// Source: <https://developer.apple.com/documentation/security/item-attribute-keys-and-values>.
public enum ItemAttribute: String, Sendable, Hashable, CaseIterable {
  /// The account's name.
  case account = "acct"
  /// The service's name.
  case service = "svce"
  /// Bytes of the application's own (`kSecAttrGeneric`).
  case generic = "gena"
  /// The server's domain name or address.
  case server = "srvr"
  /// The security domain of an internet password.
  case securityDomain = "sdmn"
  /// The protocol of an internet password, such as `htps`.
  case networkProtocol = "ptcl"
  /// The authentication scheme of an internet password, such as `dflt`.
  case authenticationType = "atyp"
  /// The port of an internet password.
  case port = "port"
  /// The path of an internet password.
  case path = "path"
  /// The name shown to people.
  case label = "labl"
  /// A comment shown to people.
  case comment = "icmt"
  /// A description of the item's kind, shown to people.
  case description = "desc"
  /// The creator's number.
  case creator = "crtr"
  /// A number of the application's own; for keys, the algorithm.
  case type = "type"
  /// Whether the item is hidden from people.
  case isInvisible = "invi"
  /// Whether the item says that there is no password.
  case isNegative = "nega"
  /// When the item was added; set by the store.
  case creationDate = "cdat"
  /// When the item was changed last; set by the store.
  case modificationDate = "mdat"
  /// The certificate's encoding.
  case certificateType = "ctyp"
  /// The certificate's issuer, normalised DER.
  case issuer = "issr"
  /// The certificate's serial number.
  case serialNumber = "slnr"
  /// The certificate's subject, normalised DER.
  case subject = "subj"
  /// The certificate's subject key identifier.
  case subjectKeyID = "skid"
  /// SHA-1 of the certificate's public key.
  case publicKeyHash = "pkhh"
  /// Whether a key is public (`0`), private (`1`) or symmetric (`2`).
  case keyClass = "kcls"
  /// The key's label: SHA-1 of the public key unless the application chose another.
  case applicationLabel = "klbl"
  /// The application's own tag of a key.
  case applicationTag = "atag"
  /// The key's size in bits.
  case keySizeInBits = "bsiz"
  /// The key's effective size in bits.
  case effectiveKeySize = "esiz"
  /// Whether the key is permanent.
  case isPermanent = "perm"
  /// Whether the key encrypts.
  case canEncrypt = "encr"
  /// Whether the key decrypts.
  case canDecrypt = "decr"
  /// Whether other keys are derived from the key.
  case canDerive = "drve"
  /// Whether the key signs.
  case canSign = "sign"
  /// Whether the key verifies.
  case canVerify = "vrfy"
  /// Whether the key wraps others.
  case canWrap = "wrap"
  /// Whether the key unwraps others.
  case canUnwrap = "unwp"
}
