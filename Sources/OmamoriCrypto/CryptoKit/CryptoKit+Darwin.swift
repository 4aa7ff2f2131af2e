#if canImport(Darwin)
// Where CryptoKit is, its names are Apple's own; this module adds what CryptoKit lacks.
@_exported public import CryptoKit
#endif
