// What Linux has besides: the keychain file, its agent and the Secret Service; sessions on libcurl.
#if !canImport(Darwin)
@_exported public import OmamoriKeychainFile
@_exported public import OmamoriTransportCurl
#endif
