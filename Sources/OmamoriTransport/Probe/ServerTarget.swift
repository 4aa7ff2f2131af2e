/// A server to examine.
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

/// A protocol without TLS that a server was seen to speak.
package enum PlainProtocol: String, Sendable, Hashable, CaseIterable {
  /// HTTP.
  case http
  /// SSH.
  case ssh
  /// A protocol whose server speaks first with a number, such as SMTP or FTP.
  case greeting

  /// Recognises the beginning of an answer.
  package init?(answer: [UInt8]) {
    if answer.starts(with: Array("HTTP/".utf8)) || answer.first == UInt8(ascii: "<") {
      self = .http
    } else if answer.starts(with: Array("SSH-".utf8)) {
      self = .ssh
    } else if answer.count >= 4, answer[..<3].allSatisfy({ (0x30...0x39).contains($0) }),
      answer[3] == UInt8(ascii: " ") || answer[3] == UInt8(ascii: "-")
    {
      self = .greeting
    } else {
      return nil
    }
  }
}
