public import OmamoriCore

/// What the security header fields of a response are worth.
///
/// The rules are those of the OWASP Secure Headers project for services and of Mozilla's Observatory; a response that is
/// no page is judged as one of a service.
public struct HeaderReport: Sendable, Hashable {
  /// The least `max-age` of `Strict-Transport-Security`, in seconds: half a year.
  package static let leastTransportSecurity: UInt64 = 15_768_000

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

extension HeaderReport {
  static func transportSecurity(_ fields: ResponseFields) -> [HeaderFinding] {
    let values = fields.values("Strict-Transport-Security")
    guard let first = values.first else { return [HeaderFinding(.transportSecurityMissing, .high)] }
    var findings: [HeaderFinding] = []
    if values.count > 1 { findings.append(HeaderFinding(.transportSecurityRepeated, .medium)) }
    guard let value = StrictTransportSecurity(first) else {
      return findings + [HeaderFinding(.transportSecurityMalformed, .high)]
    }
    guard value.maximumAge > 0 else { return findings + [HeaderFinding(.transportSecurityDisabled, .high)] }
    if value.maximumAge < leastTransportSecurity {
      findings.append(HeaderFinding(.transportSecurityShort, .medium))
    }
    if !value.includesSubdomains {
      findings.append(HeaderFinding(.transportSecurityWithoutSubdomains, .low))
    }
    return findings
  }

  static func sniffing(_ fields: ResponseFields) -> [HeaderFinding] {
    if forbidsSniffing(fields) { return [] }
    let isEmpty = split(fields, "X-Content-Type-Options").allSatisfy { $0.isEmpty }
    return [HeaderFinding(isEmpty ? .sniffingAllowed : .sniffingOptionWrong, .medium)]
  }

  /// Whether the first value is `nosniff`, also of several in one field (WHATWG Fetch, "determine nosniff").
  static func forbidsSniffing(_ fields: ResponseFields) -> Bool {
    split(fields, "X-Content-Type-Options").first == "nosniff"
  }

  static func contentPolicy(_ fields: ResponseFields, isPage: Bool) -> [HeaderFinding] {
    let policies = fields.values("Content-Security-Policy").flatMap(ContentSecurityPolicy.policies)
      .prefix(ContentSecurityPolicy.greatestCount)
    guard !policies.isEmpty else { return [HeaderFinding(.contentPolicyMissing, isPage ? .high : .low)] }
    let severity: HeaderFinding.Severity = isPage ? .medium : .low
    var findings: [HeaderFinding] = []
    // Several policies all hold, so that a weakness is one only when every policy has it.
    if !policies.contains(where: \.limitsScripts) {
      findings.append(HeaderFinding(.contentPolicyOpen, severity))
    } else {
      if policies.allSatisfy(\.allowsInlineElements) || policies.allSatisfy(\.allowsInlineAttributes) {
        findings.append(HeaderFinding(.contentPolicyInline, severity))
      }
      if policies.allSatisfy(\.allowsEval) { findings.append(HeaderFinding(.contentPolicyEval, severity)) }
      if policies.allSatisfy(\.allowsAnySource) {
        findings.append(HeaderFinding(.contentPolicyAnySource, severity))
      }
    }
    // A policy's frame-ancestors outweighs the older field.
    let frames = policies.filter(\.limitsFraming)
    if frames.isEmpty ? !optionsLimitFraming(fields) : frames.allSatisfy(\.allowsFraming) {
      findings.append(HeaderFinding(.contentPolicyFramable, severity))
    }
    return findings
  }

  /// Whether `X-Frame-Options` keeps other sites from showing the response in a frame (WHATWG HTML, "check a navigation
  /// response's adherence to X-Frame-Options"): values that contradict each other block, unless browsers know none of them.
  private static func optionsLimitFraming(_ fields: ResponseFields) -> Bool {
    let options = Set(split(fields, "X-Frame-Options"))
    let limiting: Set = ["deny", "sameorigin"]
    return options.count > 1
      ? !options.isDisjoint(with: limiting.union(["allowall"]))
      : options.isSubset(of: limiting) && !options.isEmpty
  }

  static func caching(_ fields: ResponseFields) -> [HeaderFinding] {
    let isKept = !directives(fields.values("Cache-Control")).contains("no-store")
    return isKept ? [HeaderFinding(.cacheable, .low)] : []
  }

  static func referrer(_ fields: ResponseFields, isPage: Bool) -> [HeaderFinding] {
    let values = list(fields, "Referrer-Policy")
    // The last value that is known counts (W3C Referrer Policy, section 8.1); without one browsers take their default.
    let known = values.last { safeReferrers.contains($0) || leakingReferrers.contains($0) }
    guard let known else { return [HeaderFinding(.referrerMissing, .low)] }
    return leakingReferrers.contains(known) ? [HeaderFinding(.referrerLeaks, isPage ? .medium : .low)] : []
  }

  private static let safeReferrers: Set<String> = [
    "no-referrer", "same-origin", "origin", "strict-origin", "origin-when-cross-origin",
    "strict-origin-when-cross-origin",
  ]
  private static let leakingReferrers: Set<String> = ["unsafe-url", "no-referrer-when-downgrade"]

  static func origins(_ fields: ResponseFields) -> [HeaderFinding] {
    let values = fields.values("Access-Control-Allow-Origin")
    guard let first = values.first else { return [] }
    let hasCredentials = fields.values("Access-Control-Allow-Credentials") == ["true"]
    guard values.count == 1, !first.contains(","), !first.contains(" ") else {
      return [HeaderFinding(.originMalformed, .medium)]
    }
    if first == "*" {
      return hasCredentials
        ? [HeaderFinding(.anyOriginWithCredentials, .high)] : [HeaderFinding(.anyOrigin, .low)]
    }
    return first == "null" ? [HeaderFinding(.nullOrigin, hasCredentials ? .high : .medium)] : []
  }

  static func cookies(_ fields: ResponseFields) -> [HeaderFinding] {
    fields.values("Set-Cookie").enumerated().flatMap { place, text in
      cookie(text).map { rule, severity in HeaderFinding(rule, severity, cookie: place + 1) }
    }
  }

  private static func cookie(_ text: String) -> [(HeaderRule, HeaderFinding.Severity)] {
    guard let cookie = SetCookie(text) else { return [(.cookieMalformed, .medium)] }
    var found: [(HeaderRule, HeaderFinding.Severity)] = []
    if !cookie.isSecure { found.append((.cookieNotSecure, .high)) }
    if !cookie.isHTTPOnly { found.append((.cookieNotHTTPOnly, .medium)) }
    if cookie.sameSite == nil { found.append((.cookieWithoutSameSite, .low)) }
    if cookie.sameSite == SetCookie.SameSite.none, !cookie.isSecure {
      found.append((.cookieSameSiteNone, .high))
    }
    if !cookie.keepsPromise { found.append((.cookiePrefixBroken, .high)) }
    return found
  }

  static func disclosure(_ fields: ResponseFields) -> [HeaderFinding] {
    var findings: [HeaderFinding] = []
    let hasVersion = fields.values("Server").contains { value in
      value.utf8.contains { (0x30...0x39).contains($0) }
    }
    if hasVersion { findings.append(HeaderFinding(.serverVersion, .low)) }
    let names = ["X-Powered-By", "X-AspNet-Version", "X-AspNetMvc-Version", "X-Generator"]
    if names.contains(where: { !fields.values($0).isEmpty }) {
      findings.append(HeaderFinding(.poweredBy, .low))
    }
    return findings
  }

  /// The values between commas of all fields of a name in lower case, also the empty ones; commas in quotes divide nothing
  /// (WHATWG Fetch, "get, decode, and split").
  private static func split(_ fields: ResponseFields, _ name: String) -> [String] {
    let values = fields.values(name)
    guard !values.isEmpty else { return [] }
    var (isQuoted, isEscaped) = (false, false)
    return values.joined(separator: ", ").utf8.split(omittingEmptySubsequences: false) { byte in
      defer { isEscaped = isQuoted && byte == 0x5C && !isEscaped }
      if byte == 0x22, !isEscaped { isQuoted.toggle() }
      return byte == 0x2C && !isQuoted
    }
    .map { HeaderGrammar.lowercased(HeaderGrammar.trimmed($0)) }
  }

  /// The values between commas of all fields of a name, in lower case.
  private static func list(_ fields: ResponseFields, _ name: String) -> [String] {
    fields.values(name).flatMap { value in
      value.utf8.split(separator: 0x2C).map { HeaderGrammar.lowercased(HeaderGrammar.trimmed($0)) }
    }
  }

  /// The names of the directives of `Cache-Control`; a comma or a name inside of quotes is none.
  private static func directives(_ values: [String]) -> Set<String> {
    var found: Set<String> = []
    for value in values {
      var reader = FieldReader(Array(value.utf8))
      while !reader.isAtEnd {
        reader.skipBlanks()
        if reader.skip(0x2C) { continue }
        guard let name = reader.token() else { break }
        if reader.skip(0x3D), (reader.next == 0x22 ? reader.quotedString() : reader.token()) == nil { break }
        reader.skipBlanks()
        guard reader.isAtEnd || reader.next == 0x2C else { break }
        found.insert(HeaderGrammar.lowercased(name))
      }
    }
    return found
  }
}

/// Something about the security header fields of a response that should be otherwise.
///
/// It says which rule and which field, never what a field contains.
public struct HeaderFinding: Sendable, Hashable {
  /// How much it matters.
  public enum Severity: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Good practice.
    case low = 1
    /// A protection is missing or weak.
    case medium
    /// A protection that everything else rests on is missing, or switched off.
    case high

    /// Orders by how much it matters.
    public static func < (first: Severity, second: Severity) -> Bool { first.rawValue < second.rawValue }
  }

  /// What is wrong.
  package let rule: HeaderRule
  /// How much it matters in this response.
  public let severity: Severity
  /// Which `Set-Cookie` field it is about, counted from 1; `nil` for other fields.
  public let cookie: Int?

  /// Makes a finding.
  package init(_ rule: HeaderRule, _ severity: Severity, cookie: Int? = nil) {
    (self.rule, self.severity, self.cookie) = (rule, severity, cookie)
  }

  /// What is wrong, as a sentence.
  public var explanation: LocalizedText {
    guard let cookie else { return rule.explanation }
    return LocalizedText(
      "Cookie \(cookie): \(rule.explanation.english)",
      ja: "\(cookie) 番目の Cookie: \(rule.explanation.japanese)")
  }

  /// What to do about it, as a sentence.
  public var recovery: LocalizedText { rule.recovery }
}

/// Whether the security header fields of responses are looked at, and what follows.
public enum HeaderPolicy: Sendable, Hashable {
  /// They are not looked at.
  case off
  /// The response comes with a report.
  case report
  /// A response with a finding of this severity or above is refused before its body is read.
  case require(HeaderFinding.Severity)

  /// Judges the header of a response.
  ///
  /// - Parameters:
  ///   - fields: The fields.
  ///   - host: The host that sent them.
  ///   - status: The status of the response.
  /// - Returns: The report; `nil` when the fields are not looked at.
  /// - Throws: ``TransportError/insecureHeaders(_:)`` with the findings that the policy does not accept.
  public func check(
    _ fields: ResponseFields, from host: HostName, status: Int = 200
  ) throws(TransportError) -> HeaderReport? {
    guard self != .off else { return nil }
    let report = HeaderReport(fields, from: host, status: status)
    guard case .require(let severity) = self else { return report }
    let refused = report.findings.filter { $0.severity >= severity }
    guard refused.isEmpty else { throw .insecureHeaders(refused) }
    return report
  }
}
