/// Who owns the repositories of packages that many apps use.
///
/// Only names that belong to one project are listed. Accounts that the project has moved between are both right. The
/// table is dated.
package enum PackageOwners {
  /// The day on which the table was last compared with the repositories.
  package static let date = "2026-11-22"

  /// The accounts that own the repository of `name`, in lower case.
  package static func owners(of name: String) -> Set<String>? { byName[name] }

  private static let byName: [String: Set<String>] = [
    "alamofire": ["alamofire"], "afnetworking": ["afnetworking"], "kingfisher": ["onevcat"],
    "sdwebimage": ["sdwebimage", "rs"], "rxswift": ["reactivex"], "snapkit": ["snapkit"],
    "moya": ["moya"], "realm-swift": ["realm"], "realm-cocoa": ["realm"], "lottie-ios": ["airbnb"],
    "lottie-spm": ["airbnb"], "firebase-ios-sdk": ["firebase"], "swiftyjson": ["swiftyjson"],
    "starscream": ["daltoniam"], "keychainaccess": ["kishikawakatsumi"], "cryptoswift": ["krzyzanowskim"],
    "grdb.swift": ["groue"], "zipfoundation": ["weichsel"], "ziparchive": ["ziparchive"],
    "iqkeyboardmanager": ["hackiftekhar"], "nuke": ["kean"], "promisekit": ["mxcl"],
    "sparkle": ["sparkle-project"], "swift-composable-architecture": ["pointfreeco"],
    "swift-argument-parser": ["apple", "swiftlang"], "swift-collections": ["apple", "swiftlang"],
    "swift-algorithms": ["apple", "swiftlang"], "swift-crypto": ["apple", "swiftlang"],
    "swift-log": ["apple", "swiftlang"], "swift-nio": ["apple", "swiftlang"],
    "swift-nio-ssl": ["apple", "swiftlang"], "swift-nio-http2": ["apple", "swiftlang"],
    "swift-protobuf": ["apple", "swiftlang"], "swift-syntax": ["apple", "swiftlang"],
    "swift-certificates": ["apple", "swiftlang"], "swift-asn1": ["apple", "swiftlang"],
    "async-http-client": ["swift-server"], "grpc-swift": ["grpc"], "vapor": ["vapor"],
    "facebook-ios-sdk": ["facebook"], "googlesignin-ios": ["google"], "appauth-ios": ["openid"],
    "sentry-cocoa": ["getsentry"], "trustkit": ["datatheorem"], "fmdb": ["ccgus"],
  ]
}
