package import OmamoriCore

/// The SDKs that Apple accepts only with a privacy manifest, and as binaries only with a signature.
///
/// Source: <https://developer.apple.com/support/third-party-SDK-requirements/>. The versions are the first ones with a
/// manifest, from the release notes of the projects; SDKs whose version in a lock file says nothing (plug-ins of
/// Flutter) are left out. The list is dated.
package enum ListedSDKs {
  /// The day on which the list was last compared with Apple's page.
  package static let date = "2026-11-22"

  /// The first version of the component that brings a manifest; an empty text for a component that never got one.
  package static func firstVersion(_ package: PackageIdentity) -> String? { byName[package] }

  private static let byName: [PackageIdentity: String] = {
    var versions: [PackageIdentity: String] = [
      PackageIdentity("AFNetworking"): "", PackageIdentity("Alamofire"): "5.9.0",
      PackageIdentity("AppAuth"): "1.7.0", PackageIdentity("Capacitor"): "5.7.3",
      PackageIdentity("Charts"): "5.1.0", PackageIdentity("Cordova"): "7.1.0",
      PackageIdentity("DKImagePickerController"): "4.3.6", PackageIdentity("DKPhotoGallery"): "0.0.18",
      PackageIdentity("FBLPromises"): "2.4.0", PackageIdentity("FMDB"): "2.7.9",
      PackageIdentity("GoogleDataTransport"): "9.4.0", PackageIdentity("GoogleSignIn"): "7.1.0",
      PackageIdentity("GoogleToolboxForMac"): "4.2.0", PackageIdentity("GoogleUtilities"): "7.13.0",
      PackageIdentity("GTMAppAuth"): "4.1.0", PackageIdentity("GTMSessionFetcher"): "3.3.0",
      PackageIdentity("IQKeyboardManager"): "6.5.13", PackageIdentity("Kingfisher"): "7.9.0",
      PackageIdentity("leveldb-library"): "1.22.4", PackageIdentity("Lottie"): "4.4.0",
      PackageIdentity("OneSignal"): "3.12.9", PackageIdentity("OrderedSet"): "6.0.2",
      PackageIdentity("RealmSwift"): "10.48.1", PackageIdentity("Reachability.swift"): "5.2.0",
      PackageIdentity("SDWebImage"): "5.18.7", PackageIdentity("SnapKit"): "5.7.0",
      PackageIdentity("Starscream"): "4.0.7", PackageIdentity("SVProgressHUD"): "2.3.0",
      PackageIdentity("SwiftyGif"): "5.4.5", PackageIdentity("SwiftyJSON"): "5.0.2",
      PackageIdentity("Toast"): "4.1.0", PackageIdentity("firebase-ios-sdk"): "10.22.0",
    ]
    for name in ["RxSwift", "RxCocoa", "RxRelay"] { versions[PackageIdentity(name)] = "6.8.0" }
    for name in ["FBAEMKit", "FBSDKCoreKit", "FBSDKCoreKit_Basics", "FBSDKLoginKit", "FBSDKShareKit"] {
      versions[PackageIdentity(name)] = "17.0.0"
    }
    for part in [
      "ABTesting", "Auth", "Core", "CoreExtension", "CoreInternal", "Crashlytics", "DynamicLinks",
      "Firestore", "Installations", "Messaging", "RemoteConfig",
    ] {
      versions[PackageIdentity("Firebase" + part)] = "10.22.0"
    }
    return versions
  }()
}

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

/// Hosts to which the software of advertisers and analysts sends what people do.
///
/// The list holds hosts that lists of trackers agree on; it is short on purpose, and dated.
package enum TrackerHosts {
  /// The day on which the list was last compared with its sources.
  package static let date = "2026-11-22"

  /// The host of a tracker in a text that is an address or begins with one.
  package static func host(in text: String) -> String? {
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    let scheme = text[..<start].lowercased()
    guard scheme.isEmpty || scheme == "https://" || scheme == "http://" || scheme == "wss://" else {
      return nil
    }
    let host = text[start...].prefix { $0 != "/" && $0 != "?" && $0 != ":" && $0 != "#" }.lowercased()
    guard host.utf8.allSatisfy({ isHostByte($0) }) else { return nil }
    // The front page of a company is no tracker.
    guard !host.hasPrefix("www.") || visited.contains(host) else { return nil }
    return names.contains { host == $0 || host.hasSuffix("." + $0) } ? host : nil
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
  }

  private static let visited: Set<String> = ["www.google-analytics.com", "www.googleadservices.com"]

  private static let names = [
    "doubleclick.net", "googleadservices.com", "googlesyndication.com", "google-analytics.com",
    "app-measurement.com", "app-analytics-services.com", "app-analytics-services-att.com",
    "appsflyer.com", "appsflyersdk.com", "app.adjust.com", "s2s.adjust.com", "api2.branch.io",
    "kochava.com", "sdk-api-v1.singular.net", "applovin.com", "applvn.com", "adcolony.com",
    "chartboost.com", "vungle.com", "inmobi.com", "criteo.com", "scorecardresearch.com",
    "data.flurry.com", "ads.flurry.com", "tapjoyads.com", "moatads.com", "mopub.com",
    "unityads.unity3d.com", "supersonicads.com", "adsrvr.org", "amazon-adsystem.com",
    "analytics.tiktok.com", "ads-twitter.com",
  ]
}

/// Components that nobody maintains any more, or whose service has been switched off.
///
/// Sources: the notices of the projects themselves, <https://github.com/microsoft/appcenter>,
/// <https://learn.microsoft.com/appcenter/retirement>, <https://firebase.google.com/support/dynamic-links-faq>. The table is
/// dated; what ended later is not in it.
package enum EndOfLife {
  /// The day on which the table was last compared with its sources.
  package static let date = "2026-11-22"

  /// A component that has ended.
  package struct Notice: Sendable {
    package let package: PackageIdentity
    /// The first version that is maintained, or `nil` when none is.
    let maintainedFrom: SemanticVersion?
    package let reason: LocalizedText

    package init(_ package: String, before: String? = nil, _ reason: LocalizedText) {
      self.package = PackageIdentity(package)
      maintainedFrom = before.flatMap(SemanticVersion.init)
      self.reason = reason
    }
  }

  /// What is known of `package` in `version`, if it has ended.
  package static func notice(_ package: PackageIdentity, _ version: SemanticVersion?) -> Notice? {
    all.first { notice in
      guard notice.package == package else { return false }
      guard let first = notice.maintainedFrom else { return true }
      return version.map { $0 < first } ?? false
    }
  }

  private static let all = [
    Notice(
      "AFNetworking",
      LocalizedText("the project is deprecated in favour of Alamofire", ja: "開発が終了し、Alamofire への移行が推奨されています")),
    Notice(
      "AppCenter",
      LocalizedText(
        "the service was retired on 2025-03-31, its analytics and diagnostics on 2026-06-30",
        ja: "サービスは 2025-03-31 に、分析と診断は 2026-06-30 に終了しました")),
    Notice(
      "FirebaseDynamicLinks",
      LocalizedText("the service ended on 2025-08-25", ja: "サービスは 2025-08-25 に終了しました")),
    Notice(
      "swift-nio", before: "2.0.0",
      LocalizedText("version 1 gets no security patches", ja: "バージョン 1 にはセキュリティ修正が提供されません")),
  ]
}
