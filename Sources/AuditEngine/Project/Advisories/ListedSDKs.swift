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
