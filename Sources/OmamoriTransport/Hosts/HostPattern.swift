/// The hosts that a rule is for, with what happens to names below chosen explicitly.
///
/// A value; safe to share between threads.
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
