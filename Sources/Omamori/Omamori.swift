// The umbrella: one import for an app that wants the whole toolkit.
@_exported public import OmamoriATS
@_exported public import OmamoriAuditLog
@_exported public import OmamoriAuth
@_exported public import OmamoriCore
@_exported public import OmamoriCrypto
@_exported public import OmamoriDevice
@_exported public import OmamoriKeychain
@_exported public import OmamoriMessaging
@_exported public import OmamoriReport
@_exported public import OmamoriTransport
