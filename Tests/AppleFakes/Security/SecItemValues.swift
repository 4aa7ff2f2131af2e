public import Foundation

// MARK: - kSecClass

/// See [kSecClassGenericPassword](https://developer.apple.com/documentation/security/ksecclassgenericpassword).
public var kSecClassGenericPassword: CFString { ItemClass.genericPassword.constant }

/// See [kSecClassInternetPassword](https://developer.apple.com/documentation/security/ksecclassinternetpassword).
public var kSecClassInternetPassword: CFString { ItemClass.internetPassword.constant }

/// See [kSecClassKey](https://developer.apple.com/documentation/security/ksecclasskey).
public var kSecClassKey: CFString { "keys" }

/// See [kSecClassCertificate](https://developer.apple.com/documentation/security/ksecclasscertificate).
public var kSecClassCertificate: CFString { "cert" }

/// See [kSecClassIdentity](https://developer.apple.com/documentation/security/ksecclassidentity).
public var kSecClassIdentity: CFString { "idnt" }

// MARK: - kSecAttrAccessible

/// See [kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly](https://developer.apple.com/documentation/security/ksecattraccessiblewhenpasscodesetthisdeviceonly).
public var kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString { Accessibility.whenPasscodeSetThisDeviceOnly.constant }

/// See [kSecAttrAccessibleWhenUnlocked](https://developer.apple.com/documentation/security/ksecattraccessiblewhenunlocked).
public var kSecAttrAccessibleWhenUnlocked: CFString { Accessibility.whenUnlocked.constant }

/// See [kSecAttrAccessibleWhenUnlockedThisDeviceOnly](https://developer.apple.com/documentation/security/ksecattraccessiblewhenunlockedthisdeviceonly).
public var kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString { Accessibility.whenUnlockedThisDeviceOnly.constant }

/// See [kSecAttrAccessibleAfterFirstUnlock](https://developer.apple.com/documentation/security/ksecattraccessibleafterfirstunlock).
public var kSecAttrAccessibleAfterFirstUnlock: CFString { Accessibility.afterFirstUnlock.constant }

/// See [kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly](https://developer.apple.com/documentation/security/ksecattraccessibleafterfirstunlockthisdeviceonly).
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { Accessibility.afterFirstUnlockThisDeviceOnly.constant }

// MARK: - kSecAttrSynchronizable, kSecMatchLimit, kSecUseAuthenticationUI

/// See [kSecAttrSynchronizableAny](https://developer.apple.com/documentation/security/ksecattrsynchronizableany).
public var kSecAttrSynchronizableAny: CFString { "syna" }

/// See [kSecMatchLimitOne](https://developer.apple.com/documentation/security/ksecmatchlimitone).
public var kSecMatchLimitOne: CFString { "m_LimitOne" }

/// See [kSecMatchLimitAll](https://developer.apple.com/documentation/security/ksecmatchlimitall).
public var kSecMatchLimitAll: CFString { "m_LimitAll" }

/// See [kSecUseAuthenticationUISkip](https://developer.apple.com/documentation/security/ksecuseauthenticationuiskip).
public var kSecUseAuthenticationUISkip: CFString { "u_AuthUIS" }

// MARK: - kSecAttrProtocol

/// See [kSecAttrProtocolHTTP](https://developer.apple.com/documentation/security/ksecattrprotocolhttp).
public var kSecAttrProtocolHTTP: CFString { "http" }

/// See [kSecAttrProtocolHTTPS](https://developer.apple.com/documentation/security/ksecattrprotocolhttps).
public var kSecAttrProtocolHTTPS: CFString { "htps" }
