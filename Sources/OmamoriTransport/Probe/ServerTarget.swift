/// A server to examine.
///
/// A value; safe to share between threads.
public struct ServerTarget: Sendable, Hashable {
  /// The host that the certificate must be for, and whose name is sent (SNI) unless it is an address.
  public let host: HostName
  /// The port.
  public let port: UInt16
  /// Where to connect instead of the addresses of the host; a name or an address.
  public let place: HostName?
  /// The pins by which one of several trusted chains is chosen, as a session with them does; `nil` when any will do.
  package let pins: PinSet?

  /// Names a server.
  ///
  /// - Parameters:
  ///   - host: The host that the certificate must be for.
  ///   - port: The port, from 1.
  ///   - place: Where to connect instead of the addresses of the host, as for a server that has not gone public.
  public init(_ host: HostName, port: UInt16 = 443, at place: HostName? = nil) {
    self.init(host, port: port, at: place, pins: nil)
  }

  /// Names a server of which the chain with these pins is looked for.
  package init(_ host: HostName, port: UInt16, at place: HostName?, pins: PinSet?) {
    (self.host, self.port, self.place, self.pins) = (host, port, place, pins)
  }
}
