// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "KeychainBenchmark",
  dependencies: [.package(name: "Omamori", path: "../..")],
  targets: [
    .systemLibrary(name: "RawSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .executableTarget(
      name: "KeychainBenchmark",
      dependencies: [
        .product(name: "OmamoriKeychain", package: "Omamori"),
        .product(name: "OmamoriKeychainFile", package: "Omamori"),
        .product(name: "OmamoriCrypto", package: "Omamori"),
        .product(name: "OmamoriCore", package: "Omamori"),
        "RawSQLite",
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ]
)
