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
