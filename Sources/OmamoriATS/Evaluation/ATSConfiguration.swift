/// The settings of App Transport Security in an application, as the system reads them.
///
/// Asking is a pure function of the settings, the host, the context and the system; nothing depends on how
/// this library was built. Number 1 is true, any other number is present but false, and a text in a boolean
/// key is absent.
///
/// Sources: "NSAppTransportSecurity" and its sub-pages in Apple's Information Property List reference.
public struct ATSConfiguration: Sendable, Hashable {
  /// Removes the requirement for hosts without an exception, unless a finer key is present.
  public let arbitraryLoads: ATSSwitch
  /// Removes the requirement inside web views.
  public let webContent: ATSSwitch
  /// Removes the requirement for the media player.
  public let media: ATSSwitch
  /// Says whether local hosts are exempt; they are when the key is absent.
  public let localNetworking: ATSSwitch
  /// Whether the stricter TLS package is asked for.
  public let requiresStrictPackage: Bool
  /// The exception for each name or address, as written.
  public let exceptions: [String: ATSException]

  let ranges: [Range]

  /// An exception for a range of addresses.
  struct Range: Hashable {
    let range: ATSAddressRange
    let exception: ATSException
  }

  /// Reads the settings of an application.
  /// - Parameter infoPlist: The outermost value of `Info.plist`; without settings the defaults hold.
  public init(propertyList infoPlist: PropertyList) {
    self.init(settings: infoPlist[ATSKey.settings])
  }

  /// Reads the settings from the value of `NSAppTransportSecurity`.
  /// - Parameters:
  ///   - settings: The value; anything but a dictionary counts as absent.
  ///   - isSystemApplication: Whether the application is part of the system, which starts without the
  ///     requirement.
  public init(settings: PropertyList?, isSystemApplication: Bool = false) {
    let dictionary = settings?.dictionary
    let start: ATSSwitch = dictionary == nil && isSystemApplication ? .yes : .absent
    arbitraryLoads = dictionary.map { ATSSwitch($0[ATSKey.arbitraryLoads]) } ?? start
    webContent = ATSSwitch(dictionary?[ATSKey.webContent])
    media = ATSSwitch(dictionary?[ATSKey.media])
    localNetworking = ATSSwitch(dictionary?[ATSKey.localNetworking])
    requiresStrictPackage = ATSKey.asksForStrictPackage(dictionary?[ATSKey.package])
    var exceptions: [String: ATSException] = [:]
    var ranges: [String: Range] = [:]
    for entry in dictionary?[ATSKey.exceptionDomains]?.dictionary?.entries ?? [] {
      // A later entry of the same key replaces an earlier one, and so does one that is skipped.
      (exceptions[entry.key], ranges[entry.key]) = (nil, nil)
      guard let exception = ATSException(key: entry.key, value: entry.value) else { continue }
      if !entry.key.utf8.contains(ASCII.slash) {
        exceptions[entry.key] = exception
      } else if let range = ATSAddressRange(entry.key) {
        ranges[entry.key] = Range(range: range, exception: exception)
      }
    }
    self.exceptions = exceptions
    // The longest prefix wins; two spellings of one range are told apart by their text.
    self.ranges = ranges.values.sorted {
      ($1.range.prefix, $0.exception.key) < ($0.range.prefix, $1.exception.key)
    }
  }

  /// The settings of an application that states none.
  public static let standard = ATSConfiguration(settings: nil)
}

extension ATSConfiguration {
  /// What is demanded of a connection.
  /// - Parameters:
  ///   - host: The name or address, compared exactly: upper case and a trailing dot make another host.
  ///   - context: The part of the application that connects.
  ///   - generation: The system that the application runs on.
  ///   - sdk: The major version of the iOS SDK that the application was linked against.
  /// - Returns: The requirement with the setting that decided.
  public func requirement(
    for host: ATSHost,
    context: ATSContext = .app,
    generation: ATSGeneration = .iOS26,
    sdk: Int = 26
  ) -> ATSRequirement {
    requirement(for: host, context: context, generation: generation, sdk: sdk, ignoring: nil)
  }

  /// The requirement as it would be if the exception of the key `ignored` were not there.
  func requirement(
    for host: ATSHost,
    context: ATSContext,
    generation: ATSGeneration,
    sdk: Int,
    ignoring ignored: String?
  ) -> ATSRequirement {
    guard sdk >= 9 else { return Self.free(.oldSDK) }
    let readsFinerKeys = generation > .iOS9 && sdk > 9
    let (exception, isBuiltIn) = exception(for: host, generation: generation, ignoring: ignored)
    guard let exception else {
      if isExempt(host, generation: generation), localNetworking != .no || !readsFinerKeys {
        return Self.free(.local)
      }
      let (isRequired, reason) = globalRule(context, readsFinerKeys: readsFinerKeys)
      guard isRequired else { return Self.free(reason) }
      let isStrict = requiresStrictPackage && generation >= .iOS26
      let suites: ATSCipherSuites = isStrict ? .strictPackage : .forwardSecrecy
      return ATSRequirement(isRequired: true, minimumVersion: .tls12, cipherSuites: suites, reason: reason)
    }
    return ATSRequirement(
      isRequired: !exception.allowsInsecureHTTP,
      minimumVersion: minimum(of: exception, generation: generation),
      cipherSuites: suites(of: exception, generation: generation),
      reason: isBuiltIn ? .builtIn(key: exception.key) : .exception(key: exception.key)
    )
  }

  /// Says whether a public host that no exception names loses the requirement.
  public func publicHostsLoseATS(in context: ATSContext, generation: ATSGeneration = .iOS26, sdk: Int = 26)
    -> Bool
  {
    !requirement(for: unnamedHost, context: context, generation: generation, sdk: sdk).isRequired
  }

  /// A public host that no entry names.
  private var unnamedHost: ATSHost {
    var (name, number) = ("public.invalid", 0)
    while exceptions[name] != nil || exceptions[String(name.split(separator: ".")[1])] != nil {
      number += 1
      name = "public.invalid\(number)"
    }
    return ATSHost(name)
  }

  // MARK: - Rules

  private static func free(_ reason: ATSRequirement.Reason) -> ATSRequirement {
    ATSRequirement(isRequired: false, minimumVersion: nil, cipherSuites: .unrestricted, reason: reason)
  }

  private func isExempt(_ host: ATSHost, generation: ATSGeneration) -> Bool {
    switch generation {
    case .iOS9: false
    case .iOS10: host.isLocal || host.isAddress
    case .iOS17, .iOS26: host.isLocal
    }
  }

  private func globalRule(
    _ context: ATSContext,
    readsFinerKeys: Bool
  ) -> (isRequired: Bool, reason: ATSRequirement.Reason) {
    if readsFinerKeys {
      if context == .media, media == .yes { return (false, .global(key: ATSKey.media)) }
      if context == .webView, webContent == .yes { return (false, .global(key: ATSKey.webContent)) }
      if localNetworking.isPresent { return (true, .global(key: ATSKey.localNetworking)) }
      if webContent.isPresent { return (true, .global(key: ATSKey.webContent)) }
      if media.isPresent { return (true, .global(key: ATSKey.media)) }
    }
    return arbitraryLoads == .yes ? (false, .global(key: ATSKey.arbitraryLoads)) : (true, .standard)
  }

  private func minimum(of exception: ATSException, generation: ATSGeneration) -> ATSProtocolVersion {
    let stated = exception.minimumVersion
    guard generation >= .iOS26, stated.isOutdated else { return stated }
    return stated == .dtls10 ? .dtls12 : .tls12
  }

  private func suites(of exception: ATSException, generation: ATSGeneration) -> ATSCipherSuites {
    if exception.requiresStrictPackage, generation >= .iOS26 { return .strictPackage }
    if exception.requiresForwardSecrecy { return .forwardSecrecy }
    return exception.allowsInsecureHTTP ? .unrestricted : .forwardSecrecyOrRSA
  }

  // MARK: - Look-up

  private func exception(
    for host: ATSHost,
    generation: ATSGeneration,
    ignoring ignored: String?
  ) -> (entry: ATSException?, isBuiltIn: Bool) {
    if let address = host.address {
      guard generation >= .iOS17 else { return (nil, false) }
      if host.text != ignored, let exact = exceptions[host.text] { return (exact, false) }
      let range = ranges.first { $0.range.contains(address) && $0.exception.key != ignored }
      return (range?.exception, false)
    }
    // No name is longer than 255 bytes (RFC 1035), so a longer text has no parents worth the search.
    guard host.text.utf8.count <= 255 else {
      return (host.text == ignored ? nil : exceptions[host.text], false)
    }
    var rest = host.text.utf8[...]
    var isParent = false
    while true {
      let name = String(decoding: rest, as: UTF8.self)
      let own = name == ignored ? nil : exceptions[name]
      if let entry = own ?? ATSException.builtIn[name], !isParent || entry.includesSubdomains {
        return (entry, own == nil)
      }
      guard let dot = rest.firstIndex(of: UInt8(ascii: ".")) else { return (nil, false) }
      rest = rest[rest.index(after: dot)...]
      isParent = true
    }
  }
}

/// The part of an application that opens a connection.
public enum ATSContext: String, Sendable, Hashable, CaseIterable {
  /// The application's own code, through the URL loading system.
  case app
  /// A page inside a web view.
  case webView
  /// The media player.
  case media
}

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

/// The keys of App Transport Security in `Info.plist`.
enum ATSKey {
  static let settings = "NSAppTransportSecurity"

  static let arbitraryLoads = "NSAllowsArbitraryLoads"
  static let webContent = "NSAllowsArbitraryLoadsInWebContent"
  static let media = "NSAllowsArbitraryLoadsForMedia"
  static let localNetworking = "NSAllowsLocalNetworking"
  static let exceptionDomains = "NSExceptionDomains"
  static let pinnedDomains = "NSPinnedDomains"
  static let package = "NSRequiresNIAPTLSPackageVersion"

  static let includesSubdomains = "NSIncludesSubdomains"
  static let insecureHTTP = "NSExceptionAllowsInsecureHTTPLoads"
  static let minimumTLS = "NSExceptionMinimumTLSVersion"
  static let forwardSecrecy = "NSExceptionRequiresForwardSecrecy"
  static let exceptionPackage = "NSExceptionRequiresNIAPTLSPackageVersion"
  static let transparency = "NSRequiresCertificateTransparency"

  static let leafIdentities = "NSPinnedLeafIdentities"
  static let certificateAuthorityIdentities = "NSPinnedCAIdentities"
  static let publicKeyHash = "SPKI-SHA256-BASE64"

  /// The keys directly inside ``settings``.
  static let global: Set<String> = [
    arbitraryLoads, webContent, media, localNetworking, exceptionDomains, pinnedDomains, package,
  ]

  /// The keys that are read in an exception entry.
  static let exception: Set<String> = [
    includesSubdomains, insecureHTTP, minimumTLS, forwardSecrecy, exceptionPackage, package, transparency,
  ]

  /// The keys that are read in an entry for a pinned domain.
  static let pinned: Set<String> = [includesSubdomains, leafIdentities, certificateAuthorityIdentities]

  /// The texts that the package key understands.
  static let packageVersions: Set<String> = ["none", "FCP_v2.1", "recommended"]

  static func asksForStrictPackage(_ value: PropertyList?) -> Bool {
    guard let text = value?.string else { return false }
    return packageVersions.contains(text) && text != "none"
  }
}

/// The systems that read the settings of App Transport Security alike.
///
/// The raw value is the iOS version that began the generation.
public enum ATSGeneration: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// iOS 9, macOS 10.11: only arbitrary loads and exception domains are read, and no host is exempt for being
  /// local.
  case iOS9 = 9
  /// iOS 10 to 16, macOS 10.12 to 13: the finer keys are read; local names and all addresses are exempt.
  case iOS10 = 10
  /// iOS 17 and 18, macOS 14 and 15: only local names and local addresses are exempt; addresses and address
  /// ranges may be exceptions.
  case iOS17 = 17
  /// iOS 26, macOS 26: TLS 1.0 and 1.1 are no longer honoured; the stricter TLS package can be asked for.
  case iOS26 = 26

  /// Makes the generation that a major version of iOS belongs to; `nil` before iOS 9.
  public init?(iOS major: Int) {
    switch major {
    case ..<9: return nil
    case 9: self = .iOS9
    case 10..<17: self = .iOS10
    case 17..<26: self = .iOS17
    default: self = .iOS26
    }
  }

  /// Says whether `first` came out before `second`.
  public static func < (first: ATSGeneration, second: ATSGeneration) -> Bool {
    first.rawValue < second.rawValue
  }
}
