/// The host of a connection, as it stands in an address.
public struct ATSHost: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The name or the address, without brackets.
  public let text: String
  /// Whether the host is on this device or link, and so can be exempt.
  public let isLocal: Bool

  let address: ATSAddress?

  /// Takes the host of an address and finds out whether it is local.
  ///
  /// Local are names without a dot, names that end in `.local`, and loopback and link-local addresses.
  public init(_ host: String) {
    let text = Self.withoutBrackets(host)
    let address = ATSAddress(text)
    self.init(text: text, address: address, isLocal: address?.isLocal ?? Self.isLocalName(text))
  }

  /// Takes the host of an address whose locality the caller knows, for example from a routing table.
  public init(_ host: String, isLocal: Bool) {
    let text = Self.withoutBrackets(host)
    self.init(text: text, address: ATSAddress(text), isLocal: isLocal)
  }

  /// Takes a host from a literal.
  public init(stringLiteral value: String) { self.init(value) }

  private init(text: String, address: ATSAddress?, isLocal: Bool) {
    (self.text, self.address, self.isLocal) = (text, address, isLocal)
  }

  /// Whether the host is an address and no name.
  public var isAddress: Bool { address != nil }

  static func isLocalName(_ name: String) -> Bool {
    !name.utf8.contains(UInt8(ascii: ".")) || name.hasSuffix(".local") || name.hasSuffix(".local.")
  }

  private static func withoutBrackets(_ host: String) -> String {
    guard host.hasPrefix("["), host.hasSuffix("]"), host.utf8.count > 2 else { return host }
    return String(host.dropFirst().dropLast())
  }
}
