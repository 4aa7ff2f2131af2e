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
  ///   - status: The status of the response; one that has no content, such as 204, is no page.
  public init(_ fields: ResponseFields, from host: HostName, status: Int = 200) {
    let isPage = Self.isPage(fields, status)
    var findings: [HeaderFinding] = []
    if !host.isAddress { findings += Self.transportSecurity(fields) }
    findings += Self.sniffing(fields) + Self.contentPolicy(fields, isPage: isPage)
    findings += Self.caching(fields) + Self.referrer(fields, isPage: isPage)
    findings += Self.origins(fields) + Self.cookies(fields) + Self.disclosure(fields)
    self.findings = findings
  }

  /// The greatest severity; `nil` when nothing was found.
  public var worst: HeaderFinding.Severity? { findings.map(\.severity).max() }

  /// Whether a browser would show the response as a page (WHATWG MIME Sniffing, section 7, and HTML, "loading a document").
  private static func isPage(_ fields: ResponseFields, _ status: Int) -> Bool {
    let types = fields.values("Content-Type").filter { !$0.isEmpty }
    guard let text = types.first else { return isSniffed(fields, status) }
    // A browser takes one of several types, and perhaps another one than this reader.
    guard types.count == 1, let type = MediaType(text) else { return true }
    switch (type.type, type.subtype) {
    case ("*", "*"), ("unknown", "unknown"), ("application", "unknown"): return isSniffed(fields, status)
    case ("multipart", "x-mixed-replace"): return true
    default: return ["html", "xml"].contains(type.subtype) || type.subtype.hasSuffix("+xml")
    }
  }

  /// Whether a browser looks for a page in the content of a response without a type; `nosniff` and no content keep it from
  /// that.
  private static func isSniffed(_ fields: ResponseFields, _ status: Int) -> Bool {
    ![204, 205, 304].contains(status) && fields["Content-Length"] != "0" && !forbidsSniffing(fields)
  }
}
