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
