/// The name or address of a server, in the one form in which names are compared.
///
/// ASCII letters are in lower case and a single trailing dot is gone, so `API.Example.com.` and `api.example.com` are
/// one host. Names with other characters are refused rather than translated: an internationalised name is written in its
/// ASCII form (`xn--…`, RFC 5890), where no look-alike can hide. Addresses are in the form of RFC 5952.
public struct HostName: Sendable, Hashable, CustomStringConvertible {
  /// What a host is known by.
  public enum Kind: Sendable, Hashable {
    /// A name of the domain name system.
    case name
    /// An IPv4 address.
    case addressV4
    /// An IPv6 address, without brackets and without a zone.
    case addressV6
  }

  /// The name or address in its one form; an IPv6 address without brackets.
  public let description: String
  /// Whether it is a name or an address.
  public let kind: Kind

  /// Reads a name or an address.
  ///
  /// - Parameter text: A name of 1 to 253 ASCII characters in labels of 1 to 63 letters, digits, hyphens and underscores;
  ///   or an IPv4 address in four decimal numbers without leading zeros; or an IPv6 address, with or without brackets.
  /// - Throws: ``TransportError/malformedHost``; also for what a browser would read as an address in another notation,
  ///   such as `0x7f.1` or `127.1`.
  public init(_ text: String) throws(TransportError) {
    guard let (form, kind) = HostNameReader.read(text) else { throw .malformedHost }
    (description, self.kind) = (form, kind)
  }

  /// Whether it is an address.
  public var isAddress: Bool { kind != .name }

  /// The labels of a name from left to right; an address is one label.
  var labels: [Substring] { isAddress ? [description[...]] : description.split(separator: ".") }
}

/// The hosts that a rule is for, with what happens to names below chosen explicitly.
public struct HostPattern: Sendable, Hashable {
  /// Which names below the host are meant, too.
  public enum Subdomains: Sendable, Hashable, CaseIterable {
    /// None.
    case excluded
    /// Names with exactly one more label, as in Apple's `NSPinnedDomains`.
    case oneLabel
    /// Names with any number of further labels.
    case all
  }

  /// The host.
  public let host: HostName
  /// Which names below it are meant, too.
  public let subdomains: Subdomains

  /// Makes a pattern.
  ///
  /// - Parameters:
  ///   - host: The host.
  ///   - subdomains: Which names below it are meant, too; only for names, an address has none.
  /// - Throws: ``TransportError/policy(_:)`` for subdomains of an address.
  public init(_ host: HostName, subdomains: Subdomains) throws(TransportError) {
    guard subdomains == .excluded || !host.isAddress else { throw .policy(.subdomainsOfAddress) }
    (self.host, self.subdomains) = (host, subdomains)
  }

  /// Says whether `other` is one of the hosts that are meant.
  public func matches(_ other: HostName) -> Bool {
    if other == host { return true }
    guard subdomains != .excluded, !other.isAddress, other.description.hasSuffix("." + host.description)
    else {
      return false
    }
    return subdomains == .all || other.labels.count == host.labels.count + 1
  }
}
