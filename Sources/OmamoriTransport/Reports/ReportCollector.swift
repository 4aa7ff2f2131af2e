/// Where reports are sent: a host with a path, always over `https`.
///
/// A value; safe to share between threads.
public struct ReportCollector: Sendable, Hashable {
  /// The host.
  public let host: HostName
  /// The port.
  public let port: UInt16
  /// The path, beginning with a slash.
  public let path: String

  /// Names a collector.
  ///
  /// - Parameters:
  ///   - host: The host; never one with the rule whose pins fail.
  ///   - port: The port.
  ///   - path: The path, beginning with a slash, of visible ASCII characters without `?` and `#`.
  /// - Throws: ``TransportError/malformedURL``.
  public init(_ host: HostName, port: UInt16 = 443, path: String = "/") throws(TransportError) {
    guard port > 0, path.hasPrefix("/"), path.utf8.count <= 1024,
      path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Array("?#\\\"<>".utf8).contains($0) })
    else { throw .malformedURL }
    (self.host, self.port, self.path) = (host, port, path)
  }

  /// The URL.
  public var url: String {
    let name = host.kind == .addressV6 ? "[\(host)]" : "\(host)"
    return "https://\(name)\(port == 443 ? "" : ":\(port)")\(path)"
  }
}
