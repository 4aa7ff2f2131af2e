// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "AuditLogBenchmark",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Omamori", path: "../..")],
  targets: [
    .target(name: "Baseline"),
    .executableTarget(
      name: "AppendBenchmark",
      dependencies: [
        .product(name: "OmamoriAuditLog", package: "Omamori"),
        .product(name: "OmamoriCore", package: "Omamori"),
        "Baseline",
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ]
)
