/// A token that was found to be right, before its claims are read as the application wants them.
@usableFromInline
struct CheckedToken: Sendable {
  @usableFromInline let claims: ClaimSet
  let registered: RegisteredClaims
  let content: VerifiedContent
}
