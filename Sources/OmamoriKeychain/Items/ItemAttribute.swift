public import OmamoriCore

/// An attribute of an item, by the four-character name that Apple's keychain gives it.
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

// What Apple's schema says of each attribute: its kind, and the classes and primary keys it belongs to.

extension ItemAttribute {
  /// The kind of the attribute's values.
  public var kind: AttributeKind {
    switch self {
    case .account, .service, .server, .securityDomain, .networkProtocol, .authenticationType, .path, .label,
      .comment, .description:
      .text
    case .generic, .issuer, .serialNumber, .subject, .subjectKeyID, .publicKeyHash, .applicationLabel,
      .applicationTag:
      .data
    case .port, .creator, .type, .certificateType, .keyClass, .keySizeInBits, .effectiveKeySize: .number
    case .isInvisible, .isNegative, .isPermanent, .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify,
      .canWrap, .canUnwrap:
      .flag
    case .creationDate, .modificationDate: .date
    }
  }

  /// A bit that no other attribute has; which one it is may be another in the next version.
  fileprivate var bit: UInt64 {
    // because an enumeration of fewer than 256 cases without values is a byte with the number of the case
    unsafe 1 << unsafeBitCast(self, to: UInt8.self)
  }

  /// Whether the store sets the attribute and nobody else may.
  public var isSetByStore: Bool { self == .creationDate || self == .modificationDate }
}

extension ItemClass {
  /// The attributes that tell two items of the class apart, besides the access group and synchronizability.
  ///
  /// Two items with the same values for all of these cannot both be stored. The order is that of Apple's schema.
  public var primaryKey: [ItemAttribute] {
    switch self {
    case .genericPassword: [.account, .service]
    case .internetPassword:
      [.account, .securityDomain, .server, .networkProtocol, .authenticationType, .port, .path]
    case .certificate: [.certificateType, .issuer, .serialNumber]
    case .key:
      [.keyClass, .applicationLabel, .applicationTag, .creator, .type, .keySizeInBits, .effectiveKeySize]
    case .identity: ItemClass.certificate.primaryKey
    }
  }

  /// The attributes that an item of the class may have.
  public var attributes: Set<ItemAttribute> {
    let common: Set<ItemAttribute> = [.label, .creationDate, .modificationDate]
    let password: Set<ItemAttribute> = [
      .account, .comment, .description, .creator, .type, .isInvisible, .isNegative,
    ]
    switch self {
    case .genericPassword: return common.union(password).union([.service, .generic])
    case .internetPassword: return common.union(password).union(primaryKey)
    case .certificate: return common.union(primaryKey).union([.subject, .subjectKeyID, .publicKeyHash])
    case .key:
      return common.union(primaryKey).union([
        .isPermanent, .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canWrap, .canUnwrap,
      ])
    case .identity: return ItemClass.certificate.attributes.union(ItemClass.key.attributes)
    }
  }

  /// Whether an item of the class may have an attribute; as ``attributes`` says, without making that set.
  func allows(_ attribute: ItemAttribute) -> Bool {
    let allowed =
      switch self {
      case .genericPassword: Self.ofGenericPasswords
      case .internetPassword: Self.ofInternetPasswords
      case .certificate: Self.ofCertificates
      case .key: Self.ofKeys
      case .identity: Self.ofCertificates | Self.ofKeys
      }
    return allowed & attribute.bit != 0
  }

  private static let ofGenericPasswords = genericPassword.attributeBits
  private static let ofInternetPasswords = internetPassword.attributeBits
  private static let ofCertificates = certificate.attributeBits
  private static let ofKeys = key.attributeBits
  private var attributeBits: UInt64 { attributes.reduce(0) { $0 | $1.bit } }
}

/// The kinds of values that attributes have.
public enum AttributeKind: UInt8, Sendable, Hashable, CaseIterable {
  /// A text.
  case text = 1
  /// Bytes.
  case data = 2
  /// A number.
  case number = 3
  /// Yes or no.
  case flag = 4
  /// A moment.
  case date = 5
}

/// The value of an item's attribute.
public enum AttributeValue: Sendable, Hashable {
  /// A text.
  case text(String)
  /// Bytes.
  case data(Data)
  /// A number.
  case number(Int64)
  /// Yes or no.
  case flag(Bool)
  /// A moment.
  case date(Date)

  /// Which of the kinds this is.
  public var kind: AttributeKind {
    switch self {
    case .text: .text
    case .data: .data
    case .number: .number
    case .flag: .flag
    case .date: .date
    }
  }
}
