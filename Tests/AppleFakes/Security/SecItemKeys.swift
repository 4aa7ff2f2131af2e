// Compared with SecItem.h and SecItemConstants.c of Security-61901.0.87.0.1.
public import Foundation

// MARK: - The item's class and its data

/// See <https://developer.apple.com/documentation/security/ksecclass>.
public var kSecClass: CFString { AttributeKey.itemClass.constant }

/// See <https://developer.apple.com/documentation/security/ksecvaluedata>.
public var kSecValueData: CFString { AttributeKey.data.constant }

/// See <https://developer.apple.com/documentation/security/ksecvaluepersistentref>.
public var kSecValuePersistentRef: CFString { AttributeKey.persistentReference.constant }

/// See <https://developer.apple.com/documentation/security/ksecvalueref>.
public var kSecValueRef: CFString { AttributeKey.reference.constant }

// MARK: - Attributes of every password

/// See <https://developer.apple.com/documentation/security/ksecattraccessgroup>.
public var kSecAttrAccessGroup: CFString { AttributeKey.accessGroup.constant }

/// See <https://developer.apple.com/documentation/security/ksecattraccessible>.
public var kSecAttrAccessible: CFString { AttributeKey.accessible.constant }

/// See <https://developer.apple.com/documentation/security/ksecattraccesscontrol>.
public var kSecAttrAccessControl: CFString { AttributeKey.accessControl.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrsynchronizable>.
public var kSecAttrSynchronizable: CFString { AttributeKey.synchronizable.constant }

/// See <https://developer.apple.com/documentation/security/ksecattraccount>.
public var kSecAttrAccount: CFString { AttributeKey.account.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrlabel>.
public var kSecAttrLabel: CFString { AttributeKey.label.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrdescription>.
public var kSecAttrDescription: CFString { AttributeKey.description.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrcomment>.
public var kSecAttrComment: CFString { AttributeKey.comment.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrcreator>.
public var kSecAttrCreator: CFString { AttributeKey.creator.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrtype>.
public var kSecAttrType: CFString { AttributeKey.type.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrisinvisible>.
public var kSecAttrIsInvisible: CFString { AttributeKey.isInvisible.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrisnegative>.
public var kSecAttrIsNegative: CFString { AttributeKey.isNegative.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrcreationdate>.
public var kSecAttrCreationDate: CFString { AttributeKey.creationDate.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrmodificationdate>.
public var kSecAttrModificationDate: CFString { AttributeKey.modificationDate.constant }

// MARK: - Attributes of generic passwords

/// See <https://developer.apple.com/documentation/security/ksecattrservice>.
public var kSecAttrService: CFString { AttributeKey.service.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrgeneric>.
public var kSecAttrGeneric: CFString { AttributeKey.generic.constant }

// MARK: - Attributes of internet passwords

/// See <https://developer.apple.com/documentation/security/ksecattrserver>.
public var kSecAttrServer: CFString { AttributeKey.server.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrsecuritydomain>.
public var kSecAttrSecurityDomain: CFString { AttributeKey.securityDomain.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrprotocol>.
public var kSecAttrProtocol: CFString { AttributeKey.protocol.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrauthenticationtype>.
public var kSecAttrAuthenticationType: CFString { AttributeKey.authenticationType.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrport>.
public var kSecAttrPort: CFString { AttributeKey.port.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrpath>.
public var kSecAttrPath: CFString { AttributeKey.path.constant }

// MARK: - Attributes of certificates

/// See <https://developer.apple.com/documentation/security/ksecattrcertificatetype>.
public var kSecAttrCertificateType: CFString { AttributeKey.certificateType.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrissuer>.
public var kSecAttrIssuer: CFString { AttributeKey.issuer.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrserialnumber>.
public var kSecAttrSerialNumber: CFString { AttributeKey.serialNumber.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrsubject>.
public var kSecAttrSubject: CFString { AttributeKey.subject.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrsubjectkeyid>.
public var kSecAttrSubjectKeyID: CFString { AttributeKey.subjectKeyID.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrpublickeyhash>.
public var kSecAttrPublicKeyHash: CFString { AttributeKey.publicKeyHash.constant }

// MARK: - Attributes of keys

/// See <https://developer.apple.com/documentation/security/ksecattrkeyclass>.
public var kSecAttrKeyClass: CFString { AttributeKey.keyClass.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrapplicationlabel>.
public var kSecAttrApplicationLabel: CFString { AttributeKey.applicationLabel.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrapplicationtag>.
public var kSecAttrApplicationTag: CFString { AttributeKey.applicationTag.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrkeytype>.
public var kSecAttrKeyType: CFString { AttributeKey.type.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrkeysizeinbits>.
public var kSecAttrKeySizeInBits: CFString { AttributeKey.keySizeInBits.constant }

/// See <https://developer.apple.com/documentation/security/ksecattreffectivekeysize>.
public var kSecAttrEffectiveKeySize: CFString { AttributeKey.effectiveKeySize.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrispermanent>.
public var kSecAttrIsPermanent: CFString { AttributeKey.isPermanent.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrcanencrypt>.
public var kSecAttrCanEncrypt: CFString { AttributeKey.canEncrypt.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrcandecrypt>.
public var kSecAttrCanDecrypt: CFString { AttributeKey.canDecrypt.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrcanderive>.
public var kSecAttrCanDerive: CFString { AttributeKey.canDerive.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrcansign>.
public var kSecAttrCanSign: CFString { AttributeKey.canSign.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrcanverify>.
public var kSecAttrCanVerify: CFString { AttributeKey.canVerify.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrcanwrap>.
public var kSecAttrCanWrap: CFString { AttributeKey.canWrap.constant }

/// See <https://developer.apple.com/documentation/security/ksecattrcanunwrap>.
public var kSecAttrCanUnwrap: CFString { AttributeKey.canUnwrap.constant }

// MARK: - Searching

/// See <https://developer.apple.com/documentation/security/ksecmatchlimit>.
public var kSecMatchLimit: CFString { AttributeKey.matchLimit.constant }

/// See <https://developer.apple.com/documentation/security/ksecreturndata>.
public var kSecReturnData: CFString { AttributeKey.returnData.constant }

/// See <https://developer.apple.com/documentation/security/ksecreturnattributes>.
public var kSecReturnAttributes: CFString { AttributeKey.returnAttributes.constant }

/// See <https://developer.apple.com/documentation/security/ksecreturnpersistentref>.
public var kSecReturnPersistentRef: CFString { AttributeKey.returnPersistentReference.constant }

/// See <https://developer.apple.com/documentation/security/ksecusedataprotectionkeychain>.
public var kSecUseDataProtectionKeychain: CFString { AttributeKey.useDataProtectionKeychain.constant }

/// See <https://developer.apple.com/documentation/security/ksecuseauthenticationcontext>.
public var kSecUseAuthenticationContext: CFString { AttributeKey.authenticationContext.constant }

/// See <https://developer.apple.com/documentation/security/ksecuseauthenticationui>.
public var kSecUseAuthenticationUI: CFString { AttributeKey.authenticationUI.constant }
