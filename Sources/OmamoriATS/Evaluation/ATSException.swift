/// An entry of `NSExceptionDomains` as the system reads it.
public struct ATSException: Sendable, Hashable {
  /// The name, address or address range that the entry is for.
  public let key: String
  /// Whether it also serves names below ``key``, at any depth.
  public let includesSubdomains: Bool
  /// Whether plain HTTP is allowed and certificates are free.
  public let allowsInsecureHTTP: Bool
  /// The minimum version that the entry states in a way that is read, or `nil`.
  public let statedMinimum: ATSProtocolVersion?
  /// Whether only suites with forward secrecy are accepted.
  public let requiresForwardSecrecy: Bool
  /// Whether the stricter TLS package is asked for.
  public let requiresStrictPackage: Bool

  /// The oldest version accepted.
  public var minimumVersion: ATSProtocolVersion { statedMinimum ?? .tls12 }

  /// Reads an entry; `nil` when its value is not a dictionary, because the system skips it.
  public init?(key: String, value: PropertyList) {
    guard let entry = value.dictionary else { return nil }
    self.key = key
    includesSubdomains = ATSSwitch(entry[ATSKey.includesSubdomains]).value(default: false)
    allowsInsecureHTTP = ATSSwitch(entry[ATSKey.insecureHTTP]).value(default: false)
    requiresForwardSecrecy = ATSSwitch(entry[ATSKey.forwardSecrecy]).value(default: true)
    statedMinimum = entry[ATSKey.minimumTLS]?.string.flatMap(ATSProtocolVersion.init(rawValue:))
    requiresStrictPackage = ATSKey.asksForStrictPackage(
      entry[ATSKey.exceptionPackage] ?? entry[ATSKey.package]
    )
  }

  /// An entry of the system itself: plain HTTP and suites without forward secrecy are allowed.
  init(builtIn key: String, minimum: ATSProtocolVersion) {
    self.key = key
    (includesSubdomains, allowsInsecureHTTP) = (true, true)
    (requiresForwardSecrecy, requiresStrictPackage) = (false, false)
    statedMinimum = minimum
  }

  /// The entries that the system brings for domains of its vendor; an application's entry of the same name
  /// wins.
  static let builtIn: [String: ATSException] = {
    let domains: [(String, ATSProtocolVersion)] = [
      ("apple.com", .tls12), ("ls.apple.com", .tls10), ("gs.apple.com", .tls10), ("geo.apple.com", .tls10),
      ("is.autonavi.com", .tls10), ("apple-mapkit.com", .tls10), ("setup.icloud.com", .tls12),
    ]
    return Dictionary(uniqueKeysWithValues: domains.map { ($0, ATSException(builtIn: $0, minimum: $1)) })
  }()
}
