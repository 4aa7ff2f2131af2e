// CryptoKit's names come along: Apple's own where it is, else those of OmamoriOpenSSL. So does what they throw.
@_exported public import OmamoriCryptoKit
@_exported public import enum OmamoriCore.CryptoError
@_exported public import enum OmamoriCore.CryptoFormat
@_exported public import enum OmamoriCore.DERError
@_exported public import enum OmamoriCore.FileOperation
