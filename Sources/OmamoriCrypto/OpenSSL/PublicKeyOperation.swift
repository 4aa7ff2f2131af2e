#if !canImport(Darwin)

/// What a key is used for; a context that was prepared for one operation serves it again and again.
enum PublicKeyOperation: Hashable {
  case agree
  case signEC
  case verifyEC
  case signRSA(PublicKeyHandle.RSAPadding)
  case verifyRSA(PublicKeyHandle.RSAPadding)
}
#endif
