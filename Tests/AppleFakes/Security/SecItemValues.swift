// Compared with SecItem.h and SecItemConstants.c of Security-61901.0.87.0.1.
public import Foundation

// MARK: - kSecClass

/// See <https://developer.apple.com/documentation/security/ksecclassgenericpassword>.
public var kSecClassGenericPassword: CFString { ItemClass.genericPassword.constant }

/// See <https://developer.apple.com/documentation/security/ksecclassinternetpassword>.
public var kSecClassInternetPassword: CFString { ItemClass.internetPassword.constant }

/// See <https://developer.apple.com/documentation/security/ksecclasskey>.
public var kSecClassKey: CFString { ItemClass.key.constant }

/// See <https://developer.apple.com/documentation/security/ksecclasscertificate>.
public var kSecClassCertificate: CFString { ItemClass.certificate.constant }

/// See <https://developer.apple.com/documentation/security/ksecclassidentity>.
public var kSecClassIdentity: CFString { "idnt" }

// MARK: - kSecAttrAccessible

/// See <https://developer.apple.com/documentation/security/ksecattraccessiblewhenpasscodesetthisdeviceonly>.
public var kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString {
  Accessibility.whenPasscodeSetThisDeviceOnly.constant
}

/// See <https://developer.apple.com/documentation/security/ksecattraccessiblewhenunlocked>.
public var kSecAttrAccessibleWhenUnlocked: CFString { Accessibility.whenUnlocked.constant }

/// See <https://developer.apple.com/documentation/security/ksecattraccessiblewhenunlockedthisdeviceonly>.
public var kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString {
  Accessibility.whenUnlockedThisDeviceOnly.constant
}

/// See <https://developer.apple.com/documentation/security/ksecattraccessibleafterfirstunlock>.
public var kSecAttrAccessibleAfterFirstUnlock: CFString { Accessibility.afterFirstUnlock.constant }

/// See <https://developer.apple.com/documentation/security/ksecattraccessibleafterfirstunlockthisdeviceonly>.
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString {
  Accessibility.afterFirstUnlockThisDeviceOnly.constant
}

// MARK: - kSecAttrSynchronizable, kSecMatchLimit, kSecUseAuthenticationUI

/// See <https://developer.apple.com/documentation/security/ksecattrsynchronizableany>.
public var kSecAttrSynchronizableAny: CFString { "syna" }

/// See <https://developer.apple.com/documentation/security/ksecmatchlimitone>.
public var kSecMatchLimitOne: CFString { "m_LimitOne" }

/// See <https://developer.apple.com/documentation/security/ksecmatchlimitall>.
public var kSecMatchLimitAll: CFString { "m_LimitAll" }

/// See <https://developer.apple.com/documentation/security/ksecuseauthenticationuifail>.
@available(macOS, deprecated: 11.0) @available(iOS, deprecated: 14.0)
public var kSecUseAuthenticationUIFail: CFString { "u_AuthUIF" }

/// See <https://developer.apple.com/documentation/security/ksecuseauthenticationuiskip>.
public var kSecUseAuthenticationUISkip: CFString { "u_AuthUIS" }

// MARK: - kSecAttrProtocol

/// See <https://developer.apple.com/documentation/security/ksecattrprotocolhttp>.
public var kSecAttrProtocolHTTP: CFString { "http" }

/// See <https://developer.apple.com/documentation/security/ksecattrprotocolhttps>.
public var kSecAttrProtocolHTTPS: CFString { "htps" }

// MARK: - kSecAttrKeyClass, kSecAttrKeyType

/// See <https://developer.apple.com/documentation/security/ksecattrkeyclasspublic>.
public var kSecAttrKeyClassPublic: CFString { "0" }

/// See <https://developer.apple.com/documentation/security/ksecattrkeyclassprivate>.
public var kSecAttrKeyClassPrivate: CFString { "1" }

/// See <https://developer.apple.com/documentation/security/ksecattrkeyclasssymmetric>.
public var kSecAttrKeyClassSymmetric: CFString { "2" }

/// See <https://developer.apple.com/documentation/security/ksecattrkeytypeecsecprimerandom>.
public var kSecAttrKeyTypeECSECPrimeRandom: CFString { "73" }

/// See <https://developer.apple.com/documentation/security/ksecattrkeytypersa>.
public var kSecAttrKeyTypeRSA: CFString { "42" }
