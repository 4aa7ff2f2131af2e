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
