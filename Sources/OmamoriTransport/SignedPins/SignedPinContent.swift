public import OmamoriCore

/// What a signed pin set says.
///
/// A value; safe to share between threads.
public struct SignedPinContent: Sendable, Hashable {
  /// The longest name of an audience, in bytes of UTF-8.
  public static let greatestAudienceLength = 128

  /// Whom the set is for, such as the identifier of an app; sets for others are refused.
  public let audience: String
  /// A number that grows with every set; a smaller one is never accepted again.
  public let sequence: UInt64
  /// When it was made.
  public let issued: Date
  /// When it stops counting; the pins that the app was built with count from then on.
  public let expires: Date
  /// The pins; scopes that a policy cannot state, expiries, reports and modes of single entries are not allowed.
  public let hosts: [PinnedHosts]

  /// Makes the content of a set.
  ///
  /// - Parameters:
  ///   - audience: Whom the set is for, 1 to ``greatestAudienceLength`` bytes.
  ///   - sequence: A number that is greater than in every set before, at most 2^53 − 1.
  ///   - issued: When it was made, in whole seconds.
  ///   - expires: When it stops counting, later than `issued`.
  ///   - hosts: The pins, at most ``PinDocument/greatestEntryCount`` entries, each with a pin in every list that it has, no
  ///     two for the same hosts.
  /// - Throws: ``TransportError/malformedDocument(line:)`` when a limit is not kept, ``TransportError/policy(_:)`` for an
  ///   entry without a backup or with an empty list.
  public init(
    audience: String, sequence: UInt64, issued: Date, expires: Date, hosts: [PinnedHosts]
  ) throws(TransportError) {
    guard (1...Self.greatestAudienceLength).contains(audience.utf8.count), sequence < 1 << 53,
      issued < expires, hosts.count <= PinDocument.greatestEntryCount,
      issued.timeIntervalSince1970 >= 0, expires.timeIntervalSince1970 < 253_402_300_800
    else { throw .malformedDocument(line: nil) }
    for entry in hosts {
      guard entry.scope != .oneLabelOnly, entry.expiry == nil, entry.reportURIs.isEmpty,
        entry.mode == .enforced, !entry.isExempt
      else { throw .malformedDocument(line: nil) }
      // A set that a policy would refuse must not be signed, and never be accepted.
      _ = try entry.pinSet(requiresBackup: true)
    }
    guard Set(hosts.map(\.label)).count == hosts.count else { throw .policy(.duplicateRule) }
    (self.audience, self.sequence, self.hosts) = (audience, sequence, hosts)
    self.issued = Date(timeIntervalSince1970: issued.timeIntervalSince1970.rounded(.down))
    self.expires = Date(timeIntervalSince1970: expires.timeIntervalSince1970.rounded(.down))
  }

  /// Reads the payload of an envelope whose signature was found to be right.
  init(verified payload: [UInt8]) throws(TransportError) {
    let root = try PinJSON.parse(payload)
    guard PinJSON.hasOnly(["version", "audience", "sequence", "issued", "expires", "hosts"], in: root),
      root["version"]?.intValue == 1, let audience = root["audience"]?.stringValue,
      let sequence = root["sequence"]?.numberValue?.integer(as: UInt64.self),
      let issued = try PinJSON.date(root["issued"]), let expires = try PinJSON.date(root["expires"]),
      let hosts = root["hosts"]?.arrayValue
    else { throw .malformedDocument(line: nil) }
    try self.init(
      audience: audience, sequence: sequence, issued: issued, expires: expires,
      hosts: try PinJSON.entries(hosts))
  }

  /// The bytes that are signed.
  var payload: [UInt8] {
    let root: JSONValue = [
      "version": 1, "audience": .string(audience), "sequence": .integer(sequence),
      "issued": .integer(PinJSON.seconds(issued)), "expires": .integer(PinJSON.seconds(expires)),
      "hosts": .array(hosts.map(PinJSON.json)),
    ]
    return root.utf8()
  }
}
