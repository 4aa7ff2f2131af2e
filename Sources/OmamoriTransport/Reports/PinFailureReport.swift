public import OmamoriCore
import OmamoriCrypto

/// A connection whose pins did not match, as it is told to a collector.
///
/// It has the host, the port, the digests of the keys that were served and those that were expected, and nothing of the
/// request: no path, no query, no header field, no certificate.
public struct PinFailureReport: Sendable, Hashable {
  /// The most keys of a chain that are told.
  package static let greatestKeyCount = PresentedChain.greatestCount

  /// The host.
  public let host: HostName
  /// The port.
  public let port: UInt16
  /// When it happened, in whole seconds.
  public let date: Date
  /// SHA-256 of the keys of the chain, the server's own first.
  public let servedKeys: [Data]
  /// SHA-256 of the keys, or certificates, that are pinned.
  public let pins: [Data]
  /// Whether the connection was refused, or only would have been.
  public let mode: PinSet.Mode

  /// Makes a report of a verdict; `nil` unless the chain was trusted and the pins did not match.
  ///
  /// A chain that is not trusted is no failure of pins, and an expired set is none of a server.
  ///
  /// - Parameters:
  ///   - verdict: What was said of the connection.
  ///   - policy: What the policy asks of the host.
  ///   - port: The port.
  ///   - date: When it happened.
  public init?(_ verdict: ConnectionVerdict, policy: HostPolicy, port: UInt16 = 443, date: Date) {
    guard let pins = verdict.pins, case .mismatched = pins.outcome, let chain = verdict.chain,
      let set = policy.pins
    else { return nil }
    self.init(
      host: verdict.host, port: port, date: date,
      servedKeys: chain.certificates.prefix(Self.greatestKeyCount).map { $0.pinDigest(.publicKey) },
      pins: (set.leaf + set.authorities + set.anywhere).map(\.digest), mode: pins.mode)
  }

  package init(host: HostName, port: UInt16, date: Date, servedKeys: [Data], pins: [Data], mode: PinSet.Mode)
  {
    (self.host, self.port, self.servedKeys, self.pins, self.mode) = (host, port, servedKeys, pins, mode)
    self.date = Date(timeIntervalSince1970: Double(PinJSON.seconds(date)))
  }

  /// What makes two reports the same: the host, the port and the keys that were served.
  var fingerprint: String {
    var bytes = Array("\(host) \(port)".utf8)
    for key in servedKeys { bytes += [0] + key }
    return Base64URL.encode(Array(SHA256.hash(data: bytes)))
  }

  package var json: JSONValue {
    [
      "version": 1, "host": .string(host.description), "port": .integer(port),
      "time": .integer(PinJSON.seconds(date)),
      "served": .array(servedKeys.map { .string($0.base64EncodedString()) }),
      "pins": .array(pins.map { .string($0.base64EncodedString()) }),
      "enforced": .bool(mode == .enforced),
    ]
  }

  /// The report as it is sent: JSON in UTF-8, as Documentation/pin-failure-reports.md describes it.
  public var body: [UInt8] { json.utf8() }

  package init?(_ value: JSONValue) {
    guard let name = value["host"]?.stringValue, let host = try? HostName(name),
      let port = value["port"]?.numberValue?.integer(as: UInt16.self), let time = value["time"]?.intValue,
      let served = Self.digests(value["served"]), let pins = Self.digests(value["pins"]),
      let isEnforced = value["enforced"]?.boolValue
    else { return nil }
    self.init(
      host: host, port: port, date: Date(timeIntervalSince1970: Double(time)), servedKeys: served, pins: pins,
      mode: isEnforced ? .enforced : .reportOnly)
  }

  private static func digests(_ value: JSONValue?) -> [Data]? {
    guard let texts = value?.arrayValue, texts.count <= PinSet.greatestCount else { return nil }
    let digests = texts.compactMap { $0.stringValue.flatMap(PinText.digest) }
    return digests.count == texts.count ? digests : nil
  }
}
