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
