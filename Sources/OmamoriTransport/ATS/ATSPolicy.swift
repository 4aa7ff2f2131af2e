public import OmamoriATS
import OmamoriCore

/// The policy that an app's own settings ask for, so that a service on a server obeys what the app obeys.
///
/// It is never weaker than App Transport Security: exceptions tighten, and what would weaken is left out and noted. A
/// value; safe to share between threads.
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
