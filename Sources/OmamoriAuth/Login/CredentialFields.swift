/// What the members of an app's own login and refresh requests are called.
///
/// A value; safe to share between threads.
public struct CredentialFields: Sendable, Hashable {
  /// The person's name or address.
  public var user: String
  /// The password.
  public var password: String
  /// The refresh token.
  public var refreshToken: String
  /// The access token, for a service without refresh tokens that logs out with it.
  public var accessToken: String

  /// Names the members.
  ///
  /// - Parameters:
  ///   - user: The person's name or address.
  ///   - password: The password.
  ///   - refreshToken: The refresh token.
  ///   - accessToken: The access token.
  public init(
    user: String = "email", password: String = "password", refreshToken: String = "refresh_token",
    accessToken: String = "access_token"
  ) {
    (self.user, self.password) = (user, password)
    (self.refreshToken, self.accessToken) = (refreshToken, accessToken)
  }
}
