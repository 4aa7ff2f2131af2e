// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "MessagingBenchmark",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Omamori", path: "../..")],
  targets: [
    .executableTarget(
      name: "MessagingBenchmark",
      dependencies: [
        .product(name: "OmamoriMessaging", package: "Omamori"),
        .product(name: "OmamoriCrypto", package: "Omamori"),
        .product(name: "OmamoriCore", package: "Omamori"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ]
)
