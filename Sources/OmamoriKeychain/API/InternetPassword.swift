/// Whose password on which server is meant.
///
/// All that is given is part of the item's primary key.
public struct InternetPassword: Sendable, Hashable {
  /// The server's domain name or address.
  public var server: String
  /// The account.
  public var account: String
  /// The protocol in four characters, such as `htps`.
  public var networkProtocol: String?
  /// The port.
  public var port: Int64?
  /// The path.
  public var path: String?
  /// The authentication scheme in four characters, such as `dflt`.
  public var authenticationType: String?
  /// The security domain.
  public var securityDomain: String?

  /// Names a password.
  ///
  /// - Parameters:
  ///   - server: The server's domain name or address; not empty.
  ///   - account: The account.
  ///   - networkProtocol: The protocol, such as `htps`.
  ///   - port: The port.
  ///   - path: The path.
  public init(
    server: String, account: String, networkProtocol: String? = "htps", port: Int64? = nil,
    path: String? = nil
  ) {
    (self.server, self.account, self.networkProtocol) = (server, account, networkProtocol)
    (self.port, self.path) = (port, path)
  }

  /// The password that an item holds.
  package init(_ attributes: ItemAttributes) {
    self.init(
      server: attributes.text(.server) ?? "", account: attributes.text(.account) ?? "",
      networkProtocol: attributes.text(.networkProtocol), port: attributes.number(.port),
      path: attributes.text(.path))
    authenticationType = attributes.text(.authenticationType)
    securityDomain = attributes.text(.securityDomain)
  }

  /// All attributes of the primary key; what is not given is empty, so that exactly one item is meant.
  package var attributes: ItemAttributes {
    [
      .server: .text(server), .account: .text(account), .networkProtocol: .text(networkProtocol ?? ""),
      .port: .number(port ?? 0), .path: .text(path ?? ""),
      .authenticationType: .text(authenticationType ?? ""), .securityDomain: .text(securityDomain ?? ""),
    ]
  }
}
