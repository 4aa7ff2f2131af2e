// swift-tools-version: 6.2
import Foundation
import PackageDescription

let package = Package(
  name: "Omamori",
  platforms: [.iOS(.v18), .macCatalyst(.v18), .macOS(.v15), .visionOS(.v2)],
  products: [
    .library(name: "Omamori", targets: ["Omamori"]),
    .library(name: "OmamoriCore", targets: ["OmamoriCore"]),
    .library(name: "OmamoriReport", targets: ["OmamoriReport"]),
    .library(name: "OmamoriATS", targets: ["OmamoriATS"]),
    .library(name: "OmamoriCrypto", targets: ["OmamoriCrypto"]),
    .library(name: "OmamoriKeychain", targets: ["OmamoriKeychain"]),
    .library(name: "OmamoriKeychainFile", targets: ["OmamoriKeychainFile"]),
    .library(name: "OmamoriTransport", targets: ["OmamoriTransport"]),
    .library(name: "OmamoriTransportCurl", targets: ["OmamoriTransportCurl"]),
    .library(name: "OmamoriAuth", targets: ["OmamoriAuth"]),
    .library(name: "OmamoriAuthLinux", targets: ["OmamoriAuthLinux"]),
    .library(name: "OmamoriDevice", targets: ["OmamoriDevice"]),
    .library(name: "OmamoriDeviceLinux", targets: ["OmamoriDeviceLinux"]),
    .library(name: "OmamoriAuditLog", targets: ["OmamoriAuditLog"]),
    .library(name: "OmamoriAuditLogTPM", targets: ["OmamoriAuditLogTPM"]),
    .library(name: "OmamoriMessaging", targets: ["OmamoriMessaging"]),
    .library(name: "OmamoriApple", targets: ["OmamoriApple"]),
  ],
  targets: [
    .systemLibrary(name: "CSystemCalls"),
    .target(
      name: "OmamoriSystem",
      dependencies: [.target(name: "CSystemCalls", condition: .when(platforms: [.linux]))]),
    .target(name: "OmamoriCore", dependencies: ["OmamoriSystem"]),
    .target(name: "OmamoriReport", dependencies: ["OmamoriCore"]),
    .target(name: "OmamoriATS", dependencies: ["OmamoriCore"]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "OmamoriOpenSSL", dependencies: ["OmamoriCore", "COpenSSL", "CArgon2"]),
    .target(
      name: "OmamoriCryptoKit",
      dependencies: [
        "OmamoriCore", .target(name: "OmamoriOpenSSL", condition: .when(platforms: [.linux])),
      ]),
    .target(name: "OmamoriCrypto", dependencies: ["OmamoriCore", "OmamoriCryptoKit"]),
    .systemLibrary(name: "CFileFlags"),
    .target(name: "CProcess"),
    .target(name: "CDBus"),
    .target(name: "CTPM"),
    .target(
      name: "OmamoriDBus",
      dependencies: ["OmamoriCore", "CDBus"]),
    .target(
      name: "OmamoriTPM",
      dependencies: ["OmamoriCore", "CTPM"]),
    .target(
      name: "OmamoriKeychain",
      dependencies: [
        "OmamoriCore", "OmamoriCrypto", .target(name: "CFileFlags", condition: .when(platforms: [.linux])),
      ]),
    .target(
      name: "OmamoriKeychainFile",
      dependencies: [
        "OmamoriCore", "OmamoriCrypto", "OmamoriKeychain", "OmamoriDBus", "OmamoriTPM", "CSQLite", "CProcess",
      ]),
    .systemLibrary(name: "CTLS", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "OmamoriTransport", dependencies: ["OmamoriCore", "OmamoriATS", "OmamoriCrypto"]),
    .target(
      name: "OmamoriTransportCurl",
      dependencies: ["OmamoriCore", "OmamoriCrypto", "OmamoriTransport", "CTLS", "CCurl", "CZlib"]),
    .target(
      name: "OmamoriAuth",
      dependencies: ["OmamoriCore", "OmamoriCrypto", "OmamoriKeychain", "OmamoriTransport"]),
    .target(name: "CPostgres"),
    .target(
      name: "OmamoriAuthLinux",
      dependencies: [
        "OmamoriCore", "OmamoriCrypto", "OmamoriTransport", "OmamoriTransportCurl", "OmamoriAuth",
        "CPostgres",
      ]),
    .target(name: "CDevice"),
    .target(
      name: "OmamoriDevice",
      dependencies: [
        "OmamoriCore", "OmamoriCrypto",
        .target(name: "CDevice", condition: .when(platforms: [.linux])),
      ]),
    .systemLibrary(name: "CPAM", pkgConfig: "pam", providers: [.apt(["libpam0g-dev"])]),
    .target(
      name: "OmamoriDeviceLinux",
      dependencies: ["OmamoriCore", "OmamoriCrypto", "OmamoriDevice", "OmamoriDBus", "OmamoriTPM", "CPAM"]),
    .target(name: "OmamoriAuditLog", dependencies: ["OmamoriCore", "OmamoriCrypto"]),
    .target(
      name: "OmamoriAuditLogTPM",
      dependencies: ["OmamoriCore", "OmamoriCrypto", "OmamoriAuditLog", "OmamoriTPM"]),
    .target(
      name: "OmamoriMessaging",
      dependencies: ["OmamoriCore", "OmamoriCrypto", "OmamoriKeychain"]),
    .target(
      name: "OmamoriApple",
      dependencies: [
        "OmamoriCore", "OmamoriCrypto", "OmamoriKeychain", "OmamoriTransport", "OmamoriAuth", "OmamoriDevice",
      ]),
    .target(
      name: "Omamori",
      dependencies: [
        "OmamoriCore", "OmamoriReport", "OmamoriATS", "OmamoriCrypto", "OmamoriKeychain",
        "OmamoriTransport", "OmamoriDevice", "OmamoriAuditLog",
        .target(name: "OmamoriKeychainFile", condition: .when(platforms: [.linux])),
        .target(name: "OmamoriTransportCurl", condition: .when(platforms: [.linux])),
        .target(name: "OmamoriApple", condition: .when(platforms: [.iOS, .macCatalyst, .macOS, .visionOS])),
      ]),
    .target(name: "CommandLineKit", dependencies: ["OmamoriSystem"]),

    .target(name: "TestSupport", dependencies: ["OmamoriSystem"], path: "Tests/TestSupport"),
    .testTarget(name: "OmamoriCoreTests", dependencies: ["OmamoriCore"]),
    .testTarget(
      name: "OmamoriReportTests", dependencies: ["OmamoriReport", "OmamoriCore"],
      exclude: ["Golden", "Python"]),
    .testTarget(name: "OmamoriATSTests", dependencies: ["OmamoriATS", "OmamoriCore"]),
    .testTarget(
      name: "OmamoriCryptoTests",
      dependencies: ["OmamoriCrypto", "OmamoriOpenSSL", "OmamoriCore", "CSQLite"],
      exclude: ["Python"]),
    .target(
      name: "KeychainConformance", dependencies: ["OmamoriKeychain", "OmamoriCore"],
      path: "Tests/KeychainConformance"),
    .testTarget(
      name: "OmamoriKeychainTests",
      dependencies: [
        "KeychainConformance", "OmamoriKeychain", "OmamoriKeychainFile", "OmamoriCrypto", "OmamoriCore",
        "OmamoriDBus",
        "OmamoriTPM", "CSQLite",
      ],
      exclude: ["Python"]),
    .testTarget(
      name: "OmamoriTransportTests",
      dependencies: [
        "OmamoriTransport", "OmamoriTransportCurl", "OmamoriATS", "OmamoriCrypto", "OmamoriCore", "CTLS",
        "COpenSSL",
      ],
      exclude: ["Python"]),
    .testTarget(
      name: "OmamoriAuthTests",
      dependencies: [
        "OmamoriAuth", "OmamoriAuthLinux", "OmamoriTransport", "OmamoriTransportCurl", "OmamoriATS",
        "OmamoriKeychain", "OmamoriKeychainFile", "OmamoriCrypto", "OmamoriCore",
      ],
      exclude: ["Python"]),
    .testTarget(
      name: "OmamoriDeviceTests",
      dependencies: [
        "OmamoriDevice", "OmamoriDeviceLinux", "OmamoriDBus", "OmamoriTPM", "OmamoriCrypto", "OmamoriCore",
      ],
      exclude: ["Python"]),
    .testTarget(
      name: "OmamoriAuditLogTests",
      dependencies: ["OmamoriAuditLog", "OmamoriAuditLogTPM", "OmamoriTPM", "OmamoriCrypto", "OmamoriCore"],
      exclude: ["Python"]),
    .testTarget(
      name: "OmamoriMessagingTests",
      dependencies: [
        "OmamoriMessaging", "OmamoriKeychain", "OmamoriKeychainFile", "OmamoriCrypto", "OmamoriCore",
      ],
      exclude: ["Python"]),
    .testTarget(
      name: "OmamoriTests",
      dependencies: [
        "Omamori", "OmamoriReport", "OmamoriATS", "OmamoriCrypto", "OmamoriKeychain", "OmamoriTransport",
        "OmamoriDevice", "OmamoriAuditLog", "OmamoriCore",
      ]),
    .testTarget(name: "OmamoriDBusTests", dependencies: ["OmamoriDBus", "OmamoriCore"]),
    .testTarget(name: "OmamoriTPMTests", dependencies: ["OmamoriTPM", "OmamoriCore"]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["OmamoriATS", "OmamoriCrypto", "OmamoriOpenSSL", "OmamoriCore"]),
    .testTarget(name: "CommandLineKitTests", dependencies: ["CommandLineKit"]),
  ]
)

// MARK: - The tool

// The audit parses Swift with the SwiftSyntax that comes inside every toolchain, so nothing has to be fetched.
// A toolchain without it still builds the libraries; only the `omamori` tool is left out.
if let host = Toolchain.hostLibraries {
  let useHostLibraries: [SwiftSetting] = [.unsafeFlags(["-I", host])]
  let linkHostLibraries: [LinkerSetting] = [
    .unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host]),
    .linkedLibrary("SwiftSyntax"), .linkedLibrary("SwiftParser"), .linkedLibrary("SwiftOperators"),
  ]
  let commandsForLinux = [
    "KeychainCommands", "NetworkCommands", "TokenCommands", "DeviceCommands", "AuditLogCommands",
  ].map { Target.Dependency.target(name: $0, condition: .when(platforms: [.linux])) }
  package.products += [
    .executable(name: "omamori", targets: ["OmamoriCommand"]),
    .executable(name: "omamori-audit", targets: ["OmamoriAudit"]),
  ]
  package.targets += [
    .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    .target(
      name: "AuditEngine",
      dependencies: [
        "OmamoriCore", "OmamoriReport", "OmamoriATS", "OmamoriCryptoKit", "CZlib",
        .target(name: "CFileFlags", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: useHostLibraries,
      linkerSettings: linkHostLibraries
    ),
    .target(
      name: "AuditRules",
      dependencies: ["AuditEngine", "OmamoriCore", "OmamoriReport", "OmamoriATS", "OmamoriCrypto"],
      swiftSettings: useHostLibraries,
      plugins: ["RuleCatalogPlugin"]
    ),
    .plugin(
      name: "RuleCatalogPlugin",
      capability: .buildTool(),
      dependencies: ["RuleCatalogGenerator"]
    ),
    .executableTarget(name: "RuleCatalogGenerator"),
    .target(
      name: "CommandSupport", dependencies: ["CommandLineKit", "OmamoriCore", "OmamoriATS", "OmamoriCrypto"]),
    .target(
      name: "AuditCommands",
      dependencies: [
        "CommandSupport", "CommandLineKit", "OmamoriCore", "OmamoriReport", "OmamoriATS", "AuditEngine",
        "AuditRules",
      ],
      swiftSettings: useHostLibraries
    ),
    .target(
      name: "FileCommands",
      dependencies: ["CommandSupport", "CommandLineKit", "OmamoriCore", "OmamoriCrypto", "CArchive"]),
    .target(
      name: "PolicyCommands",
      dependencies: [
        "CommandSupport", "CommandLineKit", "OmamoriCore", "OmamoriATS", "OmamoriCrypto", "OmamoriKeychain",
        "OmamoriTransport",
      ]),
    .target(
      name: "KeychainCommands",
      dependencies: [
        "FileCommands", "CommandSupport", "CommandLineKit", "OmamoriCore", "OmamoriCrypto",
        "OmamoriKeychain", "OmamoriKeychainFile",
      ]),
    .target(
      name: "NetworkCommands",
      dependencies: [
        "PolicyCommands", "CommandSupport", "CommandLineKit", "OmamoriCore", "OmamoriATS",
        "OmamoriCrypto", "OmamoriTransport", "OmamoriTransportCurl",
      ]),
    .target(
      name: "TokenCommands",
      dependencies: [
        "KeychainCommands", "PolicyCommands", "CommandSupport", "CommandLineKit", "OmamoriCore",
        "OmamoriCrypto", "OmamoriKeychain", "OmamoriTransport", "OmamoriAuth", "OmamoriAuthLinux",
        "OmamoriTransportCurl",
      ]),
    .target(
      name: "DeviceCommands",
      dependencies: [
        "KeychainCommands", "PolicyCommands", "CommandSupport", "CommandLineKit", "Omamori",
        "OmamoriCore", "OmamoriReport", "OmamoriCrypto", "OmamoriKeychain", "OmamoriTransport",
        "OmamoriDevice", "OmamoriDeviceLinux", "OmamoriKeychainFile", "OmamoriTransportCurl",
      ]),
    .target(
      name: "AuditLogCommands",
      dependencies: [
        "KeychainCommands", "PolicyCommands", "CommandSupport", "CommandLineKit", "OmamoriCore",
        "OmamoriCrypto", "OmamoriKeychain", "OmamoriTransport", "OmamoriAuditLog",
        "OmamoriKeychainFile", "OmamoriTransportCurl",
      ]),
    .executableTarget(
      name: "OmamoriCommand",
      dependencies: [
        "AuditCommands", "FileCommands", "PolicyCommands", "CommandSupport", "CommandLineKit",
        "OmamoriCrypto",
      ] + commandsForLinux,
      swiftSettings: useHostLibraries
    ),
    .executableTarget(
      name: "OmamoriAudit",
      dependencies: ["AuditCommands", "CommandSupport", "CommandLineKit", "OmamoriCryptoKit"],
      swiftSettings: useHostLibraries
    ),
    .testTarget(
      name: "AuditTests",
      dependencies: [
        "AuditEngine", "AuditRules", "OmamoriReport", "OmamoriATS", "OmamoriCrypto", "OmamoriCore",
        .target(name: "CFileFlags", condition: .when(platforms: [.linux])),
      ],
      exclude: ["Python"],
      swiftSettings: useHostLibraries
    ),
    // What libFuzzer runs, here on its seeds alone.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "AuditEngine", "AuditRules", "OmamoriATS", "OmamoriAuditLog", "OmamoriAuth", "OmamoriCore",
        "OmamoriCrypto", "OmamoriDevice", "OmamoriDeviceLinux", "OmamoriKeychain", "OmamoriKeychainFile",
        "OmamoriMessaging", "OmamoriReport", "OmamoriTransport",
      ],
      path: "Fuzz", exclude: ["corpus", "Entry.swift", "RelayRequest.swift"], swiftSettings: useHostLibraries
    ),
    .testTarget(
      name: "CommandTests",
      dependencies: ["CommandLineKit", "CommandSupport", "OmamoriCore", "OmamoriCommand"],
      exclude: ["Transcripts", "Python"],
      swiftSettings: useHostLibraries
    ),
  ]
}

// MARK: - Apple's frameworks, as fakes that run

// They let code for Apple systems compile and run under test here. A program on Linux that depends on OmamoriApple is
// linked with them, and is refused everything.
#if os(Linux)
let fakes: KeyValuePairs<String, [Target.Dependency]> = [
  "Security": [],
  "LocalAuthentication": ["Security"],
  "UIKit": [],
  "AuthenticationServices": ["Security", "UIKit"],
]
package.targets += fakes.map { .target(name: $0, dependencies: $1, path: "Tests/AppleFakes/\($0)") }
let fakeFrameworks = fakes.map { Target.Dependency.target(name: $0.key) }
package.targets.append(.testTarget(name: "AppleFakesTests", dependencies: fakeFrameworks))
// The adapters for Apple systems run over the fakes here, under the names of the real frameworks.
for target in package.targets where target.name == "OmamoriApple" {
  target.dependencies += fakeFrameworks
}
package.targets.append(
  .testTarget(
    name: "OmamoriAppleTests",
    dependencies: [
      "KeychainConformance", "OmamoriApple", "OmamoriAuth", "OmamoriDevice", "OmamoriTransport",
      "OmamoriTransportCurl", "OmamoriKeychain", "OmamoriKeychainFile", "OmamoriCrypto", "OmamoriCore",
    ] + fakeFrameworks))
#endif

// MARK: - What every target is built with

for target in package.targets where target.type == .test { target.dependencies.append("TestSupport") }

// One test target is built in a fraction of the time that all take: OMAMORI_TESTS="AuditTests CommandTests" leaves the
// others out. `./check --test` sets it.
if let names = Context.environment["OMAMORI_TESTS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

// An optimised build is for what ships. Tests are compiled along with it, and what nobody needs of them is left out, which
// takes two fifths of the time off: optimisation, and a module file beforehand.
// No target of a product is among them: a package with unsafe flags in its products cannot be depended on by version.
let partsOfTests: Set = ["KeychainConformance", "TestSupport"]
for target in package.targets where target.type == .test || partsOfTests.contains(target.name) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
    ]
}

// Xcode compiles a dependency with -suppress-warnings, and the compiler refuses that flag beside any control of warnings.
// So warnings are errors only where OMAMORI_STRICT=1 is set, as ./check does.
let warningControl: [SwiftSetting] =
  Context.environment["OMAMORI_STRICT"] == "1"
  ? [.treatAllWarnings(as: .error), .treatWarning("DeprecatedDeclaration", as: .warning)] : []

for target in package.targets where target.type != .system && target.type != .plugin {
  // A framework in Objective-C promises nothing about isolation, and what calls it is checked when it runs. So is what
  // calls a module in an older mode.
  let isFake = target.path?.hasPrefix("Tests/AppleFakes/") == true
  target.swiftSettings =
    (target.swiftSettings ?? []) + warningControl + [
      .swiftLanguageMode(isFake ? .v5 : .v6),
      .strictMemorySafety(),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("ImmutableWeakCaptures"),
      .enableExperimentalFeature("Lifetimes"),
    ]
}

// Optimisation takes most of the time of a release build. Command lines and rules do without it, because an audit spends
// its time in the engine; what goes through the bytes of a file belongs there. So do two libraries that the engine waits
// for, where the launcher builds the tool: a package with unsafe flags in its products cannot be depended on by version.
var unoptimised: Set = [
  "CommandLineKit", "CommandSupport", "AuditCommands", "AuditRules", "FileCommands", "PolicyCommands",
  "KeychainCommands", "NetworkCommands", "TokenCommands", "DeviceCommands", "AuditLogCommands",
]
if Context.environment["OMAMORI_TOOL"] == "1" { unoptimised.formUnion(["OmamoriReport", "OmamoriATS"]) }
for target in package.targets where unoptimised.contains(target.name) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}
// For size, the engine compiles in three quarters of the time.
for target in package.targets where target.name == "AuditEngine" {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [.unsafeFlags(["-Osize"], .when(configuration: .release))]
}

/// Finds the parts of the running toolchain that the manifest needs, with no fixed path and no environment variable.
enum Toolchain {
  /// The folder with SwiftSyntax's interfaces and libraries, or `nil` when this toolchain has none.
  static var hostLibraries: String? {
    for root in candidates {
      let host = root + "/lib/swift/host"
      if FileManager.default.fileExists(atPath: host + "/SwiftSyntax.swiftmodule") { return host }
    }
    return nil
  }

  /// `usr` folders of toolchains: the one this manifest runs in, then the ones that `PATH` names.
  private static var candidates: [String] {
    // SwiftPM links a manifest with usr/lib/swift/pm/ManifestAPI/libPackageDescription.so of its own toolchain.
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    let running = maps.split(separator: "\n").compactMap { line -> String? in
      guard line.contains("libPackageDescription"), let path = line.split(separator: " ").last else {
        return nil
      }
      return path.range(of: "/lib/swift/").map { String(path[..<$0.lowerBound]) }
    }
    let search = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let onPath = search.split(separator: ":").map { folder in
      URL(fileURLWithPath: "\(folder)/swiftc").resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().path
    }
    return running + onPath
  }
}
