// swift-tools-version: 6.2
import PackageDescription

// A messenger for the terminal and its relay, made of Omamori's public libraries alone. It runs on Linux.
let package = Package(
  name: "OmamoriChat",
  products: [.executable(name: "omamori-chat", targets: ["OmamoriChat"])],
  dependencies: [.package(name: "Omamori", path: "../..")],
  targets: [
    .systemLibrary(name: "CRelayTLS", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CRelaySQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "ChatSystem"),
    .target(
      name: "OmamoriRelay",
      dependencies: ["ChatSystem", "CRelayTLS", "CRelaySQLite", "OmamoriCore", "OmamoriCrypto"].map(\.here)),
    .executableTarget(
      name: "OmamoriChat",
      dependencies: [
        "ChatSystem", "OmamoriRelay", "OmamoriCore", "OmamoriCrypto", "OmamoriKeychain",
        "OmamoriKeychainFile",
        "OmamoriMessaging",
        "OmamoriTransport", "OmamoriTransportCurl",
      ].map(\.here)),
    .testTarget(
      name: "OmamoriRelayTests",
      dependencies: ["OmamoriRelay", "ChatSystem", "OmamoriCrypto", "OmamoriCore"].map(\.here),
      exclude: ["Python"]),
    .testTarget(
      name: "OmamoriChatTests",
      dependencies: [
        "OmamoriChat", "OmamoriRelay", "OmamoriCore", "OmamoriCrypto", "OmamoriKeychain",
        "OmamoriKeychainFile",
        "OmamoriMessaging",
      ].map(\.here),
      exclude: ["Help"]),
  ]
)

extension String {
  /// A target of this package, or a product of the package that it is an example of.
  fileprivate var here: Target.Dependency {
    let libraries = [
      "OmamoriCore", "OmamoriCrypto", "OmamoriKeychain", "OmamoriKeychainFile", "OmamoriMessaging",
      "OmamoriTransport", "OmamoriTransportCurl",
    ]
    return libraries.contains(self) ? .product(name: self, package: "Omamori") : .target(name: self)
  }
}

// The settings of the package that this is an example of.
let warningControl: [SwiftSetting] =
  Context.environment["OMAMORI_STRICT"] == "1" ? [.treatAllWarnings(as: .error)] : []
for target in package.targets where target.type != .system {
  target.swiftSettings =
    warningControl + [
      .strictMemorySafety(),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("ImmutableWeakCaptures"),
    ]
}
