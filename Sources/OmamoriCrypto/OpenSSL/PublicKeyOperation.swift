#if !canImport(Darwin)

/// What a key is used for; a context that was prepared for one operation serves it again and again.
enum PublicKeyOperation: Hashable {
  case agree
  case signEC
  case verifyEC
  case signEd
  case verifyEd
  case signRSA(PublicKeyHandle.RSAPadding)
  case verifyRSA(PublicKeyHandle.RSAPadding)

  /// Whether its context is an `EVP_MD_CTX`, as OpenSSL wants for algorithms that hash the message themselves.
  var hashesMessage: Bool { self == .signEd || self == .verifyEd }

  /// Whether threads that do this with one key get in each other's way.
  var needsOwnKey: Bool {
    if case .verifyRSA = self { true } else { false }
  }
}
#endif
