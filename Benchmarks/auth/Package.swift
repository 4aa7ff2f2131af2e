// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "AuthBenchmark",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Omamori", path: "../..")],
  targets: [
    .target(name: "Baseline", linkerSettings: [.linkedLibrary("crypto")]),
    .executableTarget(
      name: "AuthBenchmark",
      dependencies: [
        .product(name: "OmamoriAuth", package: "Omamori"),
        .product(name: "OmamoriCrypto", package: "Omamori"),
        .product(name: "OmamoriCore", package: "Omamori"),
        "Baseline",
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ]
)
