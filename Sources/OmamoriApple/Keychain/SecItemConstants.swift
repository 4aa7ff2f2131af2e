import Foundation
import OmamoriKeychain
import Security

// The names of the portable values in Apple's framework.

extension ItemAttribute {
  /// Apple's key.
  var constant: CFString {
    switch self {
    case .account: kSecAttrAccount
    case .service: kSecAttrService
    case .generic: kSecAttrGeneric
    case .server: kSecAttrServer
    case .securityDomain: kSecAttrSecurityDomain
    case .networkProtocol: kSecAttrProtocol
    case .authenticationType: kSecAttrAuthenticationType
    case .port: kSecAttrPort
    case .path: kSecAttrPath
    case .label: kSecAttrLabel
    case .comment: kSecAttrComment
    case .description: kSecAttrDescription
    case .creator: kSecAttrCreator
    case .type: kSecAttrType
    case .isInvisible: kSecAttrIsInvisible
    case .isNegative: kSecAttrIsNegative
    case .creationDate: kSecAttrCreationDate
    case .modificationDate: kSecAttrModificationDate
    case .certificateType: kSecAttrCertificateType
    case .issuer: kSecAttrIssuer
    case .serialNumber: kSecAttrSerialNumber
    case .subject: kSecAttrSubject
    case .subjectKeyID: kSecAttrSubjectKeyID
    case .publicKeyHash: kSecAttrPublicKeyHash
    case .keyClass: kSecAttrKeyClass
    case .applicationLabel: kSecAttrApplicationLabel
    case .applicationTag: kSecAttrApplicationTag
    case .keySizeInBits: kSecAttrKeySizeInBits
    case .effectiveKeySize: kSecAttrEffectiveKeySize
    case .isPermanent: kSecAttrIsPermanent
    case .canEncrypt: kSecAttrCanEncrypt
    case .canDecrypt: kSecAttrCanDecrypt
    case .canDerive: kSecAttrCanDerive
    case .canSign: kSecAttrCanSign
    case .canVerify: kSecAttrCanVerify
    case .canWrap: kSecAttrCanWrap
    case .canUnwrap: kSecAttrCanUnwrap
    }
  }
}

extension ItemClass {
  /// Apple's value of `kSecClass`.
  var constant: CFString {
    switch self {
    case .genericPassword: kSecClassGenericPassword
    case .internetPassword: kSecClassInternetPassword
    case .certificate: kSecClassCertificate
    case .key: kSecClassKey
    case .identity: kSecClassIdentity
    }
  }
}

extension ItemAccessibility {
  /// Apple's value of `kSecAttrAccessible`.
  var constant: CFString {
    switch self {
    case .whenUnlocked: kSecAttrAccessibleWhenUnlocked
    case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
    case .whenUnlockedThisDeviceOnly: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
    case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
    case .whenPasscodeSetThisDeviceOnly: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
    }
  }
}

extension SecItemKey {
  /// Apple's key.
  var constant: CFString {
    switch self {
    case .itemClass: kSecClass
    case .attribute(let attribute): attribute.constant
    case .accessGroup: kSecAttrAccessGroup
    case .synchronizable: kSecAttrSynchronizable
    case .accessible: kSecAttrAccessible
    case .accessControl: kSecAttrAccessControl
    case .data: kSecValueData
    case .reference: kSecValueRef
    case .persistentReference: kSecValuePersistentRef
    case .limit: kSecMatchLimit
    case .returnData: kSecReturnData
    case .returnAttributes: kSecReturnAttributes
    case .returnPersistentReference: kSecReturnPersistentRef
    case .useDataProtectionKeychain: kSecUseDataProtectionKeychain
    case .authenticationContext: kSecUseAuthenticationContext
    case .authenticationUI: kSecUseAuthenticationUI
    }
  }
}
