/// The trees of files in which the examples of rules are tried, by the language that an example names.
///
/// An example shows the part that matters; the rest of the tree is what makes it a part of an app.
enum ExampleTree {
  /// The files around `example`, or `nil` when nothing is known of `language`.
  static func files(_ language: String, _ example: String) -> [String: [UInt8]]? {
    if let make = binary[language] { return make(example) }
    return text[language]?(example).mapValues { Array($0.utf8) }
  }

  /// Languages that are text.
  static let text: [String: @Sendable (String) -> [String: String]] = [
    "swift": { ["Example.swift": $0] },
    "objc": { ["Example.m": $0] },
    "pem": { ["App.swift": app, "server.key": $0] },
    "storyboard": { ["App.swift": app, "Main.storyboard": $0] },
    "html": { ["App.swift": app, "Help.html": $0] },
    "json": { ["App.swift": app, "Settings.json": $0] },
    "yaml": { ["App.swift": app, ".github/workflows/build.yml": $0] },
    "podfile": { ["App.swift": app, "Podfile": $0] },
    "podfile-lock": {
      ["App.swift": app, "Podfile": "pod 'Alamofire', '~> 5.9'\n", "Podfile.lock": $0]
    },
    "podfile-lock-with-cartfile": {
      [
        "App.swift": app, "Podfile.lock": $0,
        "Cartfile.resolved": "github \"Alamofire/Alamofire\" \"5.8.0\"\n",
      ]
    },
    "package": { ["Package.swift": $0, "Sources/App/App.swift": app] },
    "package-resolved": { ["App.swift": app, "Package.resolved": $0] },
    "cartfile": { ["App.swift": app, "Cartfile": $0] },
    "gitignore": {
      [
        "App.swift": app, ".gitignore": $0, "Podfile": "pod 'A', '~> 1.0'\n",
        "Podfile.lock": "PODS:\n  - A (1.0)\n",
      ]
    },
    "plist": { ["App.swift": app, "Info.plist": list($0)] },
    "plist-in-project": {
      [
        "App/a.swift": app, "App/Info.plist": list($0),
        "App.xcodeproj/project.pbxproj": ProjectFixture.pbxproj(target: "INFOPLIST_FILE = App/Info.plist;"),
      ]
    },
    "plist-with-canOpenURL": { ["App.swift": opening("otherapp"), "Info.plist": list($0)] },
    "plist-with-cydia": { ["App.swift": opening("cydia"), "Info.plist": list($0)] },
    "plist-with-documents": {
      [
        "App.swift": app + "let folder = URL.documentsDirectory\n",
        "Info.plist": list($0),
      ]
    },
    "export-options": { ["App.swift": app, "ExportOptions.plist": list($0)] },
    "entitlements": { ["App.swift": app, "App.entitlements": list($0)] },
    "xcprivacy": {
      ["App.swift": app + "let defaults = UserDefaults.standard\n", "PrivacyInfo.xcprivacy": list($0)]
    },
    "settings": {
      ["App/a.swift": app, "App.xcodeproj/project.pbxproj": ProjectFixture.pbxproj(target: $0)]
    },
    "sh": { ["App/a.swift": app, "App.xcodeproj/project.pbxproj": ProjectFixture.pbxproj(script: $0)] },
  ]

  /// Languages whose examples describe something that is built for the test, such as machine code.
  static let binary: [String: @Sendable (String) -> [String: [UInt8]]] = [
    "macho": { ExampleBinary.files($0) },
    "swift-with-certificate": { source in
      ["App.swift": Array(source.utf8), "Resources/server.cer": CertificateFixture.current]
    },
    "certificate": { name in
      [
        "App.swift": Array(app.utf8),
        "Resources/server.cer": name == "ended" ? CertificateFixture.ended : CertificateFixture.current,
      ]
    },
  ]

  /// An app that takes pictures.
  private static let app = """
    import AVFoundation
    import UIKit
    @main class AppDelegate: UIResponder, UIApplicationDelegate {
      func camera(_ device: AVCaptureDevice) throws -> AVCaptureInput {
        try AVCaptureDeviceInput(device: device)
      }
    }

    """

  private static func opening(_ scheme: String) -> String {
    app + "let isThere = UIApplication.shared.canOpenURL(URL(string: \"\(scheme)://a\")!)\n"
  }

  /// A whole list, or the entries of one.
  private static func list(_ body: String) -> String {
    body.contains("<plist") ? body : ProjectFixture.plist(body)
  }
}
