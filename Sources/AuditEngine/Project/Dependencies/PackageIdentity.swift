/// Which component is meant, whatever a package manager calls it.
///
/// CocoaPods names a pod and its parts (`Firebase/Auth`), SwiftPM an identity or address, Carthage a repository.
package struct PackageIdentity: Sendable, Hashable {
  /// The name in lower case, without the parts, endings and marks that managers add.
  package let name: String

  /// Reads the name of a package, or the last part of its address.
  package init(_ written: String) {
    let isAddress = written.contains("://") || written.hasPrefix("git@")
    var name = isAddress ? DependencyAddress.name(of: written) : String(written.prefix { $0 != "/" })
    name = name.lowercased()
    if name.hasSuffix(".git") { name = String(name.dropLast(4)) }
    self.name = Self.aliases[name] ?? name
  }

  /// Names of one component that differ between the managers.
  private static let aliases: [String: String] = [
    "ziparchive": "ssziparchive", "iqkeyboardmanagerswift": "iqkeyboardmanager", "realmswift": "realm",
    "realm-swift": "realm", "realm-cocoa": "realm", "lottie-ios": "lottie", "lottie-spm": "lottie",
    "googlesignin-ios": "googlesignin", "appauth-ios": "appauth", "sentry-cocoa": "sentry",
    "firebase-ios-sdk": "firebase", "facebook-ios-sdk": "fbsdkcorekit", "grdb": "grdb.swift",
    "matrix-ios-sdk": "matrixsdk", "reachabilityswift": "reachability.swift", "fmdatabase": "fmdb",
    "gtm-session-fetcher": "gtmsessionfetcher", "onesignal-ios-sdk": "onesignal",
    "onesignalxcframework": "onesignal", "onesignal-xcframework": "onesignal", "sqlite.swift": "sqlite.swift",
    "appcenter-sdk-apple": "appcenter", "openssl-universal": "openssl", "socket.io-client-swift": "socket.io",
    "promises": "promisesobjc", "fblpromises": "promisesobjc", "charts": "dgcharts",
    "leveldb-library": "leveldb", "libwebp-xcode": "libwebp",
  ]
}

/// What the address of a dependency tells.
package enum DependencyAddress {
  /// The last part of an address, without `.git`.
  package static func name(of location: String) -> String {
    let last = location.split(whereSeparator: { $0 == "/" || $0 == ":" }).last.map(String.init) ?? location
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }

  /// The account that owns the repository on a public host, in lower case: `https://host/owner/name`, `git@host:owner/name`.
  package static func owner(of location: String) -> String? {
    let isShort = location.hasPrefix("git@")
    guard isShort || location.contains("://") else { return nil }
    let parts = location.split { $0 == "/" || $0 == ":" }
    guard parts.count >= (isShort ? 3 : 4) else { return nil }
    return parts[parts.count - 2].lowercased()
  }

  /// The scheme in lower case, or an empty text.
  package static func scheme(of location: String) -> String {
    location.firstRange(of: "://").map { location[..<$0.lowerBound].lowercased() } ?? ""
  }

  /// The host in lower case, without a port.
  package static func host(of location: String) -> String {
    authority(of: location).split(separator: "@", omittingEmptySubsequences: false).last
      .map { $0.prefix { $0 != ":" }.lowercased() } ?? ""
  }

  /// Whether the address carries a user name with a password or token.
  package static func hasCredentials(_ location: String) -> Bool {
    let scheme = scheme(of: location)
    guard scheme == "http" || scheme == "https" else { return false }
    let parts = authority(of: location).split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count > 1, let user = parts.first, !user.isEmpty else { return false }
    // A build variable is no secret; `git@` alone names the account of the service.
    return !user.contains("$") && user != "git"
  }

  /// The address without user name and password.
  package static func shown(_ location: String) -> String {
    guard let start = location.firstRange(of: "://")?.upperBound else { return location }
    let authority = authority(of: location)
    guard let at = authority.lastIndex(of: "@") else { return location }
    return location[..<start] + "…"
      + location[location.index(start, offsetBy: authority.distance(from: authority.startIndex, to: at))...]
  }

  private static func authority(of location: String) -> Substring {
    guard let start = location.firstRange(of: "://")?.upperBound else { return "" }
    return location[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
  }
}
