/// What the security header fields of a response are worth.
///
/// The rules are those of the OWASP Secure Headers project for services and of Mozilla's Observatory; a response that is
/// no page is judged as one of a service. A value; safe to share between threads.
public struct HeaderReport: Sendable, Hashable {
  /// The least `max-age` of `Strict-Transport-Security`, in seconds: half a year.
  public static let leastTransportSecurity: UInt64 = 15_768_000

  /// What should be otherwise, in the order of the rules.
  public let findings: [HeaderFinding]

  /// Judges a header.
  ///
  /// - Parameters:
  ///   - fields: The fields.
  ///   - host: The host that sent them; `Strict-Transport-Security` means nothing for an address.
  public init(_ fields: ResponseFields, from host: HostName) {
    let isPage = Self.isPage(fields)
    var findings: [HeaderFinding] = []
    if !host.isAddress { findings += Self.transportSecurity(fields) }
    findings += Self.sniffing(fields) + Self.contentPolicy(fields, isPage: isPage)
    findings += Self.caching(fields) + Self.referrer(fields, isPage: isPage)
    findings += Self.origins(fields) + Self.cookies(fields) + Self.disclosure(fields)
    self.findings = findings
  }

  /// The greatest severity; `nil` when nothing was found.
  public var worst: HeaderFinding.Severity? { findings.map(\.severity).max() }

  /// Whether a browser would show the response as a page; what it cannot know, it sniffs.
  private static func isPage(_ fields: ResponseFields) -> Bool {
    let types = fields.values("Content-Type")
    guard let text = types.first else { return false }
    guard types.count == 1, let type = MediaType(text) else { return true }
    return ["html", "xhtml+xml", "svg+xml", "xml"].contains(type.subtype)
  }
}
