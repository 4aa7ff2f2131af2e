// Compared with SecBase.h of Security-61901.0.87.0.1.
/// See <https://developer.apple.com/documentation/security/errsecsuccess>.
public var errSecSuccess: OSStatus { 0 }

/// See <https://developer.apple.com/documentation/security/errsecunimplemented>.
public var errSecUnimplemented: OSStatus { -4 }

/// See <https://developer.apple.com/documentation/security/errsecparam>.
public var errSecParam: OSStatus { -50 }

/// See <https://developer.apple.com/documentation/security/errsecusercanceled>.
public var errSecUserCanceled: OSStatus { -128 }

/// See <https://developer.apple.com/documentation/security/errsecnotavailable>.
public var errSecNotAvailable: OSStatus { -25_291 }

/// See <https://developer.apple.com/documentation/security/errsecauthfailed>.
public var errSecAuthFailed: OSStatus { -25_293 }

/// See <https://developer.apple.com/documentation/security/errsecduplicateitem>.
public var errSecDuplicateItem: OSStatus { -25_299 }

/// See <https://developer.apple.com/documentation/security/errsecitemnotfound>.
public var errSecItemNotFound: OSStatus { -25_300 }

/// See <https://developer.apple.com/documentation/security/errsecnosuchattr>.
public var errSecNoSuchAttr: OSStatus { -25_303 }

/// See <https://developer.apple.com/documentation/security/errsecinteractionnotallowed>.
public var errSecInteractionNotAllowed: OSStatus { -25_308 }

/// See <https://developer.apple.com/documentation/security/errsecdecode>.
public var errSecDecode: OSStatus { -26_275 }

/// See <https://developer.apple.com/documentation/security/errsecmissingentitlement>.
public var errSecMissingEntitlement: OSStatus { -34_018 }

/// See <https://developer.apple.com/documentation/security/errseccertificateexpired>.
public var errSecCertificateExpired: OSStatus { -67_818 }

/// See <https://developer.apple.com/documentation/security/errsecnottrusted>.
public var errSecNotTrusted: OSStatus { -67_843 }

/// See <https://developer.apple.com/documentation/security/errsechostnamemismatch>.
public var errSecHostNameMismatch: OSStatus { -67_602 }

/// See <https://developer.apple.com/documentation/security/errsecincompletecertrevocationcheck>.
public var errSecIncompleteCertRevocationCheck: OSStatus { -67_635 }
