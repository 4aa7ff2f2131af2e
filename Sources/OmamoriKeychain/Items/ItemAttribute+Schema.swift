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
}
