package import OmamoriCore
import OmamoriCrypto

/// A pin set held against what servers have: what matches, what is in reserve, and what will go wrong.
package struct PinCheck: Sendable, Hashable {
  /// Where a pin was found.
  package struct Place: Sendable, Hashable {
    /// The server.
    package let host: HostName
    /// The depth of the certificate; 0 is the server's.
    package let depth: Int
  }

  /// A pin and where it was found.
  package struct Finding: Sendable, Hashable {
    /// The list it is in.
    package let list: PinVerdict.List
    /// The pin.
    package let pin: CertificatePin
    /// Where it was found at a depth that its list allows; empty for a pin in reserve.
    package let places: [Place]
  }

  /// What is known of a server.
  package struct Server: Sendable, Hashable {
    /// The server.
    package let host: HostName
    /// Whether the chain meets every list; it says nothing of trust.
    package let matches: Bool
    /// Whether the chain was validated.
    package let isValidated: Bool
    /// How many certificates there are.
    package let depth: Int
    /// Who issued the server's certificate, for people to read.
    package let issuer: String
    /// When the server's certificate begins to be valid.
    package let notValidBefore: Date?
    /// When the server's certificate ends.
    package let notValidAfter: Date?
    /// The whole days that the server's certificate is still valid; negative when it is over.
    package let daysLeft: Int?
  }

  /// Below this many days a certificate or a set is said to expire.
  package static let warningDays = 14
  /// Below this many days from begin to end a certificate counts as short-lived.
  package static let shortLifetimeDays = 100

  /// Every pin, in the order of the set.
  package let findings: [Finding]
  /// Every server, in the order given.
  package let servers: [Server]
  /// What will go wrong or has.
  package let warnings: [PinWarning]

  /// Compares pins with what servers have.
  ///
  /// - Parameters:
  ///   - pins: The pins.
  ///   - chains: What the servers that they are for have, at least one.
  ///   - date: The time.
  package init(_ pins: PinSet, chains: [ServedChain], at date: Date) {
    let lists: [(PinVerdict.List, [CertificatePin])] = [
      (.leaf, pins.leaf), (.authorities, pins.authorities), (.anywhere, pins.anywhere),
    ]
    findings = lists.flatMap { list, pinsOfList in
      pinsOfList.map { pin in
        let places = chains.flatMap { chain in
          Self.depths(of: pin, in: list, chain, pins).map { Place(host: chain.host, depth: $0) }
        }
        return Finding(list: list, pin: pin, places: places)
      }
    }
    let findings = findings
    servers = chains.map { chain in
      let leaf = chain.certificates.first
      let missing = Self.missing(lists, chain, pins)
      return Server(
        host: chain.host, matches: missing.isEmpty && leaf != nil, isValidated: chain.isValidated,
        depth: chain.certificates.count, issuer: leaf.map { DistinguishedName($0.issuer).label } ?? "",
        notValidBefore: leaf?.notValidBefore, notValidAfter: leaf?.notValidAfter,
        daysLeft: leaf.map { Self.days(from: date, to: $0.notValidAfter) })
    }
    var warnings: [PinWarning] = []
    for (list, pins) in lists
    where !pins.isEmpty && !findings.contains(where: { $0.list == list && $0.places.isEmpty }) {
      warnings.append(.noUnusedBackup(list))
    }
    if findings.contains(where: { $0.pin.kind == .certificate }) { warnings.append(.certificatePin) }
    if pins.leaf.isEmpty, findings.allSatisfy({ $0.places.allSatisfy { $0.depth > 0 } }),
      findings.contains(where: { !$0.places.isEmpty })
    {
      warnings.append(.authoritiesOnly)
    }
    if let expiry = pins.expiry, Self.days(from: date, to: expiry) < Self.warningDays {
      warnings.append(.setExpiring(days: Self.days(from: date, to: expiry)))
    }
    for chain in chains {
      let matches = lists.flatMap { list, pinsOfList in
        pinsOfList.flatMap { pin in
          Self.depths(of: pin, in: list, chain, pins).map { (pin: pin, depth: $0) }
        }
      }
      warnings += Self.warnings(chain, matches, Self.missing(lists, chain, pins), at: date)
    }
    self.warnings = warnings
  }

  /// Whether there is a server, every server's chain was validated and meets the pins, and a key is in reserve for each
  /// list.
  ///
  /// A chain that was not validated may be anybody's, with the pinned certificate appended, so it is never healthy.
  package var isHealthy: Bool {
    !servers.isEmpty && servers.allSatisfy { $0.matches && $0.isValidated }
      && !warnings.contains { warning in
        if case .noUnusedBackup = warning { return true }
        return warning.isFailure
      }
  }

  /// The depths at which pins of a list count.
  private static func depths(_ list: PinVerdict.List, _ chain: ServedChain, _ pins: PinSet) -> Range<Int> {
    let end = min(chain.certificates.count, pins.greatestDepth.map { $0 == .max ? $0 : $0 + 1 } ?? .max)
    switch list {
    case .leaf: return 0..<min(1, end)
    case .authorities: return min(1, end)..<end
    case .anywhere: return 0..<end
    }
  }

  /// The depths at which a chain has a pin, of those at which the pin's list counts.
  private static func depths(
    of pin: CertificatePin, in list: PinVerdict.List, _ chain: ServedChain, _ pins: PinSet
  ) -> [Int] {
    depths(list, chain, pins).filter { chain.certificates[$0].pinDigest(pin.kind) == pin.digest }
  }

  /// The lists that this one chain does not meet; another server of the same name does not speak for it.
  private static func missing(
    _ lists: [(PinVerdict.List, [CertificatePin])], _ chain: ServedChain, _ pins: PinSet
  ) -> [PinVerdict.List] {
    lists.filter { list, pinsOfList in
      !pinsOfList.isEmpty && pinsOfList.allSatisfy { depths(of: $0, in: list, chain, pins).isEmpty }
    }.map(\.0)
  }

  private static func warnings(
    _ chain: ServedChain, _ matches: [(pin: CertificatePin, depth: Int)], _ missing: [PinVerdict.List],
    at date: Date
  ) -> [PinWarning] {
    let host = chain.host
    guard let leaf = chain.certificates.first else { return [.noCertificates(host)] }
    var warnings: [PinWarning] = []
    if !chain.isValidated { warnings.append(.unvalidated(host)) }
    if !missing.isEmpty { warnings.append(.mismatch(host, missing)) }
    let left = days(from: date, to: leaf.notValidAfter)
    if left < warningDays { warnings.append(.expiring(host, days: left)) }
    if !matches.isEmpty, !matches.contains(where: { $0.pin.role == .primary }) {
      warnings.append(.backupInUse(host))
    }
    let lifetime = days(from: leaf.notValidBefore, to: leaf.notValidAfter)
    if matches.contains(where: { $0.depth == 0 }), lifetime <= shortLifetimeDays {
      warnings.append(.shortLivedLeaf(host, days: lifetime))
    }
    for depth in Set(matches.map(\.depth)).sorted() where depth > 0 {
      let certificate = chain.certificates[depth]
      let authority = DistinguishedName(certificate.subject).label
      if certificate.subject != certificate.issuer, rotatingAuthorities.contains(where: authority.hasPrefix) {
        warnings.append(.rotatingIntermediate(host, authority: authority))
      }
      let left = days(from: date, to: certificate.notValidAfter)
      if left < 90 { warnings.append(.authorityExpiring(host, depth: depth, days: left)) }
    }
    return warnings
  }

  /// Authorities that say in public that their intermediate certificates change without notice.
  private static let rotatingAuthorities = ["Let's Encrypt", "Amazon", "Google Trust Services"]

  /// Whole days, rounded down; a time that is no number is long over, because the bounds stand first.
  private static func days(from start: Date, to end: Date) -> Int {
    Int(min(4e6, max(-4e6, (end.timeIntervalSince(start) / GregorianDay.seconds).rounded(.down))))
  }
}

/// Something about pins and the servers that they are for that leads to an outage, or to less than it seems.
@nonexhaustive
package enum PinWarning: Sendable, Hashable {
  /// A server has no certificate with a pin of these lists.
  case mismatch(HostName, [PinVerdict.List])
  /// What a server sent was not validated, so that it may be anybody's.
  case unvalidated(HostName)
  /// A server sent nothing that can be read.
  case noCertificates(HostName)
  /// Every pin of a list is in use; no key is in reserve.
  case noUnusedBackup(PinVerdict.List)
  /// A backup pin is the one that matches.
  case backupInUse(HostName)
  /// A pin is for a whole certificate, so that every renewal needs a release.
  case certificatePin
  /// The server's key is pinned and its certificates are short-lived: each renewal has to keep the key.
  case shortLivedLeaf(HostName, days: Int)
  /// A pinned intermediate certificate belongs to an authority that replaces them without notice.
  case rotatingIntermediate(HostName, authority: String)
  /// Only authorities are pinned: every customer of theirs can get a certificate that fits, if it is for the host.
  case authoritiesOnly
  /// The server's certificate expires within this many days; 0 for today, negative when it is over.
  case expiring(HostName, days: Int)
  /// The pin set expires within this many days; negative when it is over.
  case setExpiring(days: Int)
  /// A pinned authority's certificate expires within this many days.
  case authorityExpiring(HostName, depth: Int, days: Int)

  /// Whether a connection fails today.
  package var isFailure: Bool {
    switch self {
    case .mismatch, .noCertificates: true
    case .expiring(_, let days), .setExpiring(let days), .authorityExpiring(_, _, let days): days < 0
    default: false
    }
  }

  /// What it is, as a sentence.
  package var message: LocalizedText {
    switch self {
    case .mismatch(let host, let lists):
      let names = lists.map(\.rawValue).joined(separator: ", ")
      return LocalizedText(
        "\(host): the chain has none of the pinned keys (\(names)).",
        ja: "\(host): チェーンにピン留めされた鍵がありません（\(names)）。")
    case .unvalidated(let host):
      return LocalizedText(
        "\(host): the chain was not validated; it may be anybody's.",
        ja: "\(host): チェーンは検証されていません。別のサーバーのものである可能性があります。")
    case .noCertificates(let host):
      return LocalizedText(
        "\(host): there is no certificate that can be read.", ja: "\(host): 読み取れる証明書がありません。")
    case .noUnusedBackup(let list):
      return LocalizedText(
        "Every pin of the list \(list.rawValue) is in use; add the pin of a key in reserve.",
        ja: "一覧 \(list.rawValue) のピンはすべて使用中です。予備の鍵のピンを追加してください。")
    case .backupInUse(let host):
      return LocalizedText(
        "\(host): a backup pin is in use; make it the primary one and add a new backup.",
        ja: "\(host): 予備のピンが使用されています。主ピンに変更し、新しい予備を追加してください。")
    case .certificatePin:
      return LocalizedText(
        "A whole certificate is pinned; every renewal breaks the pin. Pin its key instead.",
        ja: "証明書全体がピン留めされており、更新のたびに一致しなくなります。鍵をピン留めしてください。")
    default: return schedule
    }
  }

  private var schedule: LocalizedText {
    switch self {
    case .shortLivedLeaf(let host, let days):
      LocalizedText(
        "\(host): certificates are valid for \(days) days; let every renewal keep the pinned key.",
        ja: "\(host): 証明書の有効期間は \(days) 日です。更新時にピン留めした鍵を維持してください。")
    case .rotatingIntermediate(let host, let authority):
      LocalizedText(
        "\(host): the pinned intermediate certificate is of \(authority), which replaces them without notice.",
        ja: "\(host): ピン留めした中間証明書の発行元 \(authority) は、予告なく中間証明書を交換します。")
    case .authoritiesOnly:
      LocalizedText(
        "Only authorities are pinned; whoever gets a certificate for the host from them fits, too.",
        ja: "認証局だけがピン留めされています。同じ認証局からホストの証明書を取得した第三者も一致します。")
    case .expiring(let host, let days):
      LocalizedText(
        "\(host): the certificate expires in \(days) days.", ja: "\(host): 証明書の残り有効日数は \(days) 日です。")
    case .setExpiring(let days):
      LocalizedText("The pin set expires in \(days) days.", ja: "ピンのセットの残り有効日数は \(days) 日です。")
    case .authorityExpiring(let host, let depth, let days):
      LocalizedText(
        "\(host): the pinned certificate at depth \(depth) expires in \(days) days.",
        ja: "\(host): ピン留めした深さ \(depth) の証明書の残り有効日数は \(days) 日です。")
    default: LocalizedText("Check the pins.", ja: "ピンを確認してください。")
    }
  }
}
