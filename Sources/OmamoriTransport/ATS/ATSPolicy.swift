public import OmamoriATS
public import OmamoriCore

/// The policy that an app's own settings ask for, so that a service on a server obeys what the app obeys.
///
/// It is never weaker than App Transport Security: exceptions tighten, and what would weaken is left out and noted.
public struct ATSPolicy: Sendable, Hashable {
  /// The policy.
  public let policy: TransportPolicy
  /// What is different.
  public let notes: [ATSPolicyNote]

  /// Makes a policy of the settings in an `Info.plist`.
  ///
  /// - Parameters:
  ///   - infoPlist: The outermost value.
  ///   - requiresBackup: Whether each list of pins must have a second one.
  /// - Throws: ``TransportError/policy(_:)`` for pins that refuse every connection, lack a backup or are too many;
  ///   ``TransportError/malformedDocument(line:)`` for a pinned domain whose name cannot be read.
  public init(infoPlist: PropertyList, requiresBackup: Bool = true) throws(TransportError) {
    let configuration = ATSConfiguration(propertyList: infoPlist)
    var notes: [ATSPolicyNote] = []
    var entries: [ATSPolicyEntry] = []
    if configuration.publicHostsLoseATS(in: .app) {
      notes.append(ATSPolicyNote(kind: .arbitraryLoadsRefused, key: nil))
    }
    if configuration.requiresStrictPackage { notes.append(ATSPolicyNote(kind: .strictPackage, key: nil)) }
    for key in Self.exceptionKeys(infoPlist) {
      guard let exception = configuration.exceptions[key] else {
        if key.utf8.contains(UInt8(ascii: "/")) { notes.append(ATSPolicyNote(kind: .addressRange, key: key)) }
        continue
      }
      notes += Self.notes(on: exception)
      // The system compares names exactly: one that is not in its one form is never met.
      guard let host = try? HostName(key), host.description == key else {
        notes.append(ATSPolicyNote(kind: .unreadableName, key: key))
        continue
      }
      entries.append(ATSPolicyEntry(host: host, exception: exception, pins: nil))
    }
    let reading = try PinnedDomainsDocument.read(infoPlist.settingsOnly)
    notes += reading.notes.filter { $0.kind == .otherDigest }
      .map { ATSPolicyNote(kind: .pinIgnored, key: $0.hosts) }
    entries += reading.document.entries.map { ATSPolicyEntry(host: $0.host, exception: nil, pins: $0) }
    let minimum: TLSVersion = configuration.requiresStrictPackage ? .tls13 : .tls12
    policy = try TransportPolicy(
      minimumVersion: minimum,
      rules: try Self.rules(entries, reading.document, minimum: minimum, requiresBackup: requiresBackup))
    self.notes = notes
  }

  private static func rules(
    _ entries: [ATSPolicyEntry], _ document: PinDocument, minimum: TLSVersion, requiresBackup: Bool
  ) throws(TransportError) -> [HostRule] {
    var rules: [HostRule] = []
    for (host, subdomains, value) in try HostRegions(entries, host: \.host).patterns(
      reach: \.reach,
      value: { candidates throws(TransportError) in
        ATSPolicyEntry.Meeting(
          minimum: ATSPolicyEntry.minimum(candidates) ?? minimum,
          pins: try document.combined(
            candidates.compactMap { candidate in candidate.entry.pins.map { ($0, candidate.depth) } }))
      })
    {
      rules.append(
        HostRule(
          try HostPattern(host, subdomains: subdomains),
          pins: try value.pins.flatMap { pins throws(TransportError) in
            try pins.pinSet(requiresBackup: requiresBackup)
          }, minimumVersion: value.minimum))
    }
    return rules
  }

  private static func exceptionKeys(_ infoPlist: PropertyList) -> [String] {
    var seen: Set<String> = []
    let domains = infoPlist.value(at: ["NSAppTransportSecurity", "NSExceptionDomains"])
    return (domains?.dictionary?.keys ?? []).filter { seen.insert($0).inserted }
  }

  private static func notes(on exception: ATSException) -> [ATSPolicyNote] {
    var notes: [ATSPolicyNote] = []
    func note(_ kind: ATSPolicyNote.Kind) { notes.append(ATSPolicyNote(kind: kind, key: exception.key)) }
    if exception.allowsInsecureHTTP { note(.plainHTTPRefused) }
    if exception.minimumVersion.isOutdated { note(.oldTLSRefused) }
    if !exception.requiresForwardSecrecy { note(.forwardSecrecyKept) }
    if exception.requiresStrictPackage { note(.strictPackage) }
    return notes
  }
}

extension TransportPolicy {
  /// Makes the policy that an app's own settings ask for; ``ATSPolicy`` says what is different, too.
  ///
  /// - Parameter infoPlist: The outermost value of `Info.plist`.
  /// - Throws: What ``ATSPolicy/init(infoPlist:requiresBackup:)`` throws.
  public init(infoPlist: PropertyList) throws(TransportError) {
    self = try ATSPolicy(infoPlist: infoPlist).policy
  }
}

extension PropertyList {
  /// A property list with the transport settings and nothing else, so that no other key is taken for a domain.
  fileprivate var settingsOnly: PropertyList {
    let key = "NSAppTransportSecurity"
    guard let settings = self[key], settings.dictionary != nil else { return [key: [:]] }
    return PropertyList(.dictionary(PropertyListDictionary([.init(key: key, value: settings)])))
  }
}

/// An exception or a pinned domain, on the way to a rule.
struct ATSPolicyEntry {
  /// What counts where entries meet.
  struct Meeting: Equatable {
    let minimum: TLSVersion
    let pins: PinnedHosts?

    /// Whether both lead to the same rule; the host that pins were written for does not matter.
    static func == (first: Meeting, second: Meeting) -> Bool {
      first.minimum == second.minimum && first.pins?.leaf == second.pins?.leaf
        && first.pins?.authorities == second.pins?.authorities
    }
  }

  let host: HostName
  let exception: ATSException?
  let pins: PinnedHosts?

  /// How many labels below its host the entry goes; 2 for any number.
  var reach: Int {
    if let pins { return pins.scope.reach }
    return exception?.includesSubdomains == true && !host.isAddress ? 2 : 0
  }

  /// The minimum of the nearest exception that is for the place; one without subdomains is passed over from below.
  static func minimum(_ candidates: [(entry: ATSPolicyEntry, depth: Int)]) -> TLSVersion? {
    let nearest = candidates.filter { $0.entry.exception != nil && ($0.depth == 0 || $0.entry.reach == 2) }
      .min { $0.depth < $1.depth }
    guard let exception = nearest?.entry.exception else { return nil }
    return exception.minimumVersion == .tls13 || exception.requiresStrictPackage ? .tls13 : .tls12
  }
}

/// A setting of App Transport Security that a policy of this client states in another way, or not at all.
public struct ATSPolicyNote: Sendable, Hashable {
  /// What is different; the raw value is stable.
  @nonexhaustive
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The settings allow plain HTTP; this client refuses it.
    case plainHTTPRefused = "plain-http-refused"
    /// The settings accept TLS older than 1.2; this client does not.
    case oldTLSRefused = "old-tls-refused"
    /// The settings accept suites without forward secrecy; this client does not.
    case forwardSecrecyKept = "forward-secrecy-kept"
    /// The settings switch the protection off for hosts that are not named; this client keeps it.
    case arbitraryLoadsRefused = "arbitrary-loads-refused"
    /// The entry is for a range of addresses, which a rule cannot state; the policy's own minimums hold there.
    case addressRange = "address-range"
    /// The entry's name can never be that of a host, so nothing reads it.
    case unreadableName = "unreadable-name"
    /// The settings ask for the stricter package of TLS, which a policy can state only as TLS 1.3.
    case strictPackage = "strict-package"
    /// A pin has no use.
    case pinIgnored = "pin-ignored"
  }

  /// What is different.
  public let kind: Kind
  /// The key of the entry, or `nil` for the whole.
  public let key: String?

  /// The difference as a sentence.
  public var message: LocalizedText {
    switch kind {
    case .plainHTTPRefused:
      LocalizedText(
        "Plain HTTP is allowed by the settings and refused by this client.",
        ja: "設定では平文 HTTP が許可されていますが、このクライアントは拒否します。")
    case .oldTLSRefused:
      LocalizedText(
        "TLS 1.0 or 1.1 is accepted by the settings; this client needs TLS 1.2.",
        ja: "設定では TLS 1.0 または 1.1 が許可されていますが、このクライアントは TLS 1.2 以上を必要とします。")
    case .forwardSecrecyKept:
      LocalizedText(
        "Suites without forward secrecy are accepted by the settings and refused by this client.",
        ja: "設定では前方秘匿性のない暗号スイートが許可されていますが、このクライアントは拒否します。")
    case .arbitraryLoadsRefused:
      LocalizedText(
        "The settings switch the protection off for hosts without an entry; this client keeps it.",
        ja: "設定では項目のないホストの保護が無効ですが、このクライアントは保護を維持します。")
    case .addressRange:
      LocalizedText(
        "A rule cannot be for a range of addresses; the common minimums hold there.",
        ja: "アドレス範囲の規則は作成できないため、共通の最低要件が適用されます。")
    case .unreadableName:
      LocalizedText(
        "The name can never be that of a host and is left out.", ja: "ホスト名として一致し得ない名前のため、省きました。")
    case .strictPackage:
      LocalizedText(
        "The stricter package of TLS is stated as TLS 1.3, which is at least as strict.",
        ja: "より厳格な TLS パッケージは、同等以上に厳格な TLS 1.3 として扱います。")
    case .pinIgnored:
      LocalizedText(
        "A pin that is not the Base64 of a SHA-256 digest has no effect.",
        ja: "SHA-256 ダイジェストの Base64 ではないピンは無効です。")
    }
  }
}
