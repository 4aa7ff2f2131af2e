/// Whose session it is, and where.
///
/// A stored session of another server or another client is never used. A value; safe to share between threads.
public struct SessionIdentity: Sendable, Hashable {
  /// The issuer, or the base URL of an app's own service; compared byte for byte.
  public let issuer: String
  /// The client identifier; empty where there is none.
  public let client: String
  /// The name of the key that the tokens are bound to (RFC 9449); `nil` for tokens that are not bound.
  public let keyReference: String?

  /// Makes an identity.
  ///
  /// - Parameters:
  ///   - issuer: The issuer, or the base URL of an app's own service.
  ///   - client: The client identifier; empty where there is none.
  ///   - keyReference: The name of the key that the tokens are bound to; not the key.
  public init(issuer: String, client: String, keyReference: String? = nil) {
    (self.issuer, self.client, self.keyReference) = (issuer, client, keyReference)
  }

  func isSameClient(as other: SessionIdentity) -> Bool { issuer == other.issuer && client == other.client }
}
